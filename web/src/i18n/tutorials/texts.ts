// The shape of a tutorial's texts; every language has the same steps with the same parts.

export interface StepText {
  readonly title: string;
  readonly text: string;
  /** What is asked for, one for each ask of the step. */
  readonly tasks: readonly string[];
  /** Said when it is done. */
  readonly right: string;
  /** Said when something else was played. */
  readonly wrong: string;
  /** The answers to a question, by their name in the step. */
  readonly options?: Readonly<Record<string, string>>;
}

export type TutorialTexts = Readonly<Record<string, readonly StepText[]>>;
