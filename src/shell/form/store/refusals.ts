import { byName, type Problem, withoutThose } from './problems.ts'

/** The server’s problems with a form, by place. */
export class Refusals {
  private held: ReadonlyMap<string, Problem> = new Map()
  /** The changes at which the form was refused as it was sent. */
  private refusedAt: number | undefined

  at = (name: string): Problem | undefined => this.held.get(name)
  all = (): ReadonlyMap<string, Problem> => this.held

  /** Takes over a calculation's; why the form was refused holds until its next change. */
  answer(problems: readonly Problem[], changes: number): void {
    this.held = new Map([...(this.refusedAt === changes ? this.held : []), ...byName(problems)])
  }

  /** Takes over why the form was refused as it was sent. */
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
