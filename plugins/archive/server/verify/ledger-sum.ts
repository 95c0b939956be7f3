import type { Readable } from 'node:stream'
import { Decimal } from 'decimal.js'

/** Column of the amounts, from 0. */
const amountColumn = 6

/** Counts the entries of a ledger file and sums their amounts, as it streams by. */
export async function ledgerSum(file: Readable): Promise<{ readonly count: number; readonly sum: Decimal }> {
  let [count, sum] = [-1, new Decimal(0)]
  for await (const cells of csvRows(file)) {
    count += 1
    if (count > 0) sum = sum.plus(amountOf(cells[amountColumn]))
  }
  return { count: Math.max(0, count), sum }
}

/** A text that is no amount counts as NaN, so that the sums differ. */
const amountOf = (text = ''): Decimal => (/^-?\d+(\.\d+)?$/.test(text) ? new Decimal(text) : new Decimal(Number.NaN))

async function* csvRows(file: Readable): AsyncGenerator<readonly string[]> {
  const reader = new CsvReader()
  file.setEncoding('utf8')
  for await (const text of file as AsyncIterable<string>) {
    for (const character of text) {
      const row = reader.take(character)
      if (row) yield row
    }
  }
}

/** Reads a CSV file character by character; quoted cells may hold commas and line ends. */
class CsvReader {
  #row: string[] = []
  #cell = ''
  #isQuoted = false
  #wasQuote = false

  /** Returns the row that the character ends. */
  take(character: string): readonly string[] | undefined {
    if (character === '"') return this.#quote()
    this.#wasQuote = false
    if (this.#isQuoted || !'\r\n,'.includes(character)) this.#cell += character
    else if (character !== '\r') return this.#end(character === '\n')
    return undefined
  }

  /** A second one stands for itself. */
  #quote(): undefined {
    if (!this.#isQuoted && this.#wasQuote) this.#cell += '"'
    this.#wasQuote = this.#isQuoted
    this.#isQuoted = !this.#isQuoted
  }

  #end(isRow: boolean): readonly string[] | undefined {
    this.#row.push(this.#cell)
    this.#cell = ''
    if (!isRow) return undefined
    const row = this.#row
    this.#row = []
    return row
  }
}
