/** One of the answers that a question offers. */
export interface QuestionOption {
  readonly label: string;
  readonly description?: string;
}

/** What a person is asked. */
export interface Question {
  readonly question: string;
  readonly header?: string;
  readonly options?: readonly QuestionOption[];
  readonly multiple?: boolean;
  readonly free_text?: boolean;
  /** It may be left without an answer. */
  readonly optional?: boolean;
}

/** What a person answered: the options they chose, and what they wrote instead or beside. */
export interface Answer {
  readonly question: string;
  readonly values: readonly string[];
  readonly text?: string;
}
