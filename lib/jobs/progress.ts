/** How far a job has come: one step, and of which project it is. */
export interface Step {
  /** `undefined`: of all of them. */
  readonly project: string | undefined;
  readonly text: string;
}

export type Progress = (step: Step) => void;
