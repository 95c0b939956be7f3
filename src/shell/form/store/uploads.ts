/** The cells of a form into which files are on their way. */
export class Uploads {
  private readonly cells = new Set<string>()
  private waiting: (() => void)[] = []

  set(cell: string, isUnderWay: boolean): void {
    if (isUnderWay) this.cells.add(cell)
    else this.cells.delete(cell)
    if (!this.isUnderWay()) { for (const go of this.waiting.splice(0)) go() }
  }

  isUnderWay = (): boolean => this.cells.size > 0

  /** Once every file is there, or was given up. */
  async ended(): Promise<void> {
    if (this.isUnderWay()) await new Promise<void>((resolve) => this.waiting.push(resolve))
  }
}
