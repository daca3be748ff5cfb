/** The agent of the demo: its script, its tools and its workspace. */
export { demoPrompts, demoScript, type DemoPrompt } from './demo-script.ts';
export { demoPolicy, demoTools } from './demo-tools.ts';
export { prepareDemoWorkspace } from './prepare-demo-workspace.ts';
export type { DemoPiece, DemoSeen } from './scene.ts';
export { demoMembers, demoTeamHasWork, isDemoTeamThread } from './demo-members.ts';
