/** The fields that were left, whose problems may be shown: one that was left right after an entry only once that was judged. */
export class LeftFields {
  private readonly judged = new Set<string>()
  private readonly waiting = new Set<string>()

  has = (name: string): boolean => this.judged.has(name)

  leave(name: string, isJudged: boolean): void {
    const fields = isJudged ? this.judged : this.waiting
    fields.add(name)
  }

  /** Everything entered so far has been judged. */
  judge(): void {
    for (const name of this.waiting) this.judged.add(name)
    this.waiting.clear()
  }

  clear(): void {
    this.judged.clear()
    this.waiting.clear()
  }
}
