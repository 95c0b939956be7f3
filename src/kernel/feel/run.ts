import { FeelError } from './error.ts'

/** The facts outside of its context that an evaluation may use. */
export interface Environment {
  /** The date of `today()`, such as `2026-11-20`. */
  readonly today?: string
  /** The moment of `now()`, such as `2026-11-20T10:00:00+08:00`. */
  readonly now?: string
  /** The label of a dictionary value, for `dict(key, value)`. */
  readonly dict?: (key: string, value: string) => string | null
  /** The most steps that the evaluation may take, where that is fewer than usual. */
  readonly steps?: number
}

export const longestList = 10_000
const longestText = 1_000_000
const stepsOfOneEvaluation = 1_000_000

/** One evaluation: its environment and its budget of steps. */
export class FeelRun {
  readonly environment: Environment
  private steps: number

  constructor(environment: Environment = {}) {
    this.environment = environment
    this.steps = Math.min(environment.steps ?? stepsOfOneEvaluation, stepsOfOneEvaluation)
  }

  /** Counts work that grows with the data. @throws FeelError when the budget is used up. */
  spend(steps: number): void {
    this.steps -= steps
    if (this.steps < 0) throw new FeelError('budget')
  }

  /** Passes a list on. @throws FeelError when it is longer than 10,000. */
  list<T>(items: T[]): T[] {
    this.spend(items.length)
    if (items.length > longestList) throw new FeelError('tooLarge', longestList)
    return items
  }

  /** Passes a text on. @throws FeelError when it is longer than a million characters. */
  text(value: string): string {
    this.spend(value.length >> 6)
    if (value.length > longestText) throw new FeelError('tooLarge', longestText)
    return value
  }
}
