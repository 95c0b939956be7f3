import { byName, type Problem, withoutThose } from './problems.ts'

/** The server's problems with a form, by cell. */
export class Refusals {
  private held: ReadonlyMap<string, Problem> = new Map()
  /** Change count at which a submission was refused. */
  private refusedAt: number | undefined

  at = (name: string): Problem | undefined => this.held.get(name)
  all = (): ReadonlyMap<string, Problem> => this.held

  /** Sets the problems of a calculation; those of a refused submission are kept until the next change. */
  answer(problems: readonly Problem[], changes: number): void {
    this.held = new Map([...(this.refusedAt === changes ? this.held : []), ...byName(problems)])
  }

  /** Sets the problems of a refused submission. */
  refuse(problems: readonly Problem[], changes: number): void {
    this.held = byName(problems)
    this.refusedAt = changes
  }

  forget(names: readonly string[]): void {
    this.held = withoutThose(this.held, names)
  }

  clear(): void {
    this.held = new Map()
    this.refusedAt = undefined
  }
}
