import { containerOf } from './container.ts'
import type { Sheet } from './sheet.ts'
import { readXls } from './xls.ts'
import { readXlsx } from './xlsx.ts'

/**
 * The first visible sheet of a workbook of either kind; its bytes decide which, not its name.
 * Hostile input may use up memory and time, so this runs in a worker (`readWorkbook`).
 * @throws Unreadable
 */
export async function parseWorkbook(bytes: Uint8Array): Promise<Sheet> {
  const container = containerOf(bytes)
  return container === 'zip' ? readXlsx(bytes) : readXls(bytes, container === 'compound')
}
