import { FeelError } from './error.ts'

/** External facts that an evaluation may read. */
export interface Environment {
  /** The date of `today()`, e.g. `2026-11-20`. */
  readonly today?: string
  /** The time of `now()`, e.g. `2026-11-20T10:00:00+08:00`. */
  readonly now?: string
  /** The label of a dictionary value, for `dict(key, value)`. */
  readonly dict?: (key: string, value: string) => string | null
  /** Lowers the step budget of the evaluation. */
  readonly steps?: number
}

export const longestList = 10_000
const longestText = 1_000_000
const stepsOfOneEvaluation = 1_000_000

/** One evaluation: its environment and its step budget. */
export class FeelRun {
  readonly environment: Environment
  private steps: number

  constructor(environment: Environment = {}) {
    this.environment = environment
    this.steps = Math.min(environment.steps ?? stepsOfOneEvaluation, stepsOfOneEvaluation)
  }

  /** Charges work that grows with the data to the step budget. @throws FeelError when it is used up. */
  spend(steps: number): void {
    this.steps -= steps
    if (this.steps < 0) throw new FeelError('budget')
  }

  /** Returns the list. @throws FeelError when it has more than 10,000 items. */
  list<T>(items: T[]): T[] {
    this.spend(items.length)
    if (items.length > longestList) throw new FeelError('tooLarge', longestList)
    return items
  }

  /** Returns the text. @throws FeelError when it is longer than a million characters. */
  text(value: string): string {
    this.spend(value.length >> 6)
    if (value.length > longestText) throw new FeelError('tooLarge', longestText)
    return value
  }
}
