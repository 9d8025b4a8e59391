// The shape of the tutorial texts: every language has the same steps with the same parts.

export interface StepText {
  readonly title: string;
  readonly text: string;
  /** The tasks, one for each ask of the step. */
  readonly tasks: readonly string[];
  /** Feedback for the right move. */
  readonly right: string;
  /** Feedback for any other move: one text for all tasks, or one for each. */
  readonly wrong: string | readonly string[];
  /** The answers to a question, by their key in the step. */
  readonly options?: Readonly<Record<string, string>>;
  /** Advice for real games, shown with the feedback; the last step of every game has some. */
  readonly tips?: readonly string[];
}

export type TutorialTexts = Readonly<Record<string, readonly StepText[]>>;
