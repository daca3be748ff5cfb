/** What a person is asked, and what they answered. */
export interface QuestionOption {
  readonly label: string;
  readonly description?: string;
}

export interface Question {
  readonly question: string;
  readonly header?: string;
  readonly options?: readonly QuestionOption[];
  readonly multiple?: boolean;
  readonly free_text?: boolean;
  /** It may be left without an answer. */
  readonly optional?: boolean;
}

export interface Answer {
  readonly question: string;
  readonly values: readonly string[];
  readonly text?: string;
}
