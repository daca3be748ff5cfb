import fc from 'fast-check';

// Property tests repeat a failure with TOOLTHREAD_SEED=<the printed seed> npm test.
fc.configureGlobal({ seed: Number(process.env['TOOLTHREAD_SEED']) });
