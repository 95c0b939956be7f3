import type { CellValue } from 'exceljs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import plugins from '#resources/declarations.ts'
import serverPlugins from '#resources/server.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { routeRegistry } from '#server/http/access.ts'
import { everyNth } from '#server/testing-scale.ts'
import { getFile, sendFile, type ImportRequest, textsOf } from '#server/imports/testing.ts'
import { ofModules } from './collected-probes.ts'
import { type HostileCell, hostileCells, otherwise, workbookFrom } from './import-cells.ts'
import { type Cells, type ImportCompany, importCompany, type ImportSamples, type WrongRow, triedImports,
  type TriedImport } from './import-sample.ts'

/** Importing a file per import is slow on a busy machine. */
const timeout = { timeout: 240_000 }
/** Maximum number of failures in an answer. */
const listed = 100

let product: TestProduct
let company: ImportCompany
const samples = await ofModules<ImportSamples>(serverPlugins, import.meta.glob('../../plugins/*/server/testing-import-samples.ts'))
const tried = triedImports(plugins, samples)
const names = [...tried.keys()]
/** Reading files does not depend on the import, so that each run only tests a part of them. */
const triedHere = new Set(everyNth(4, names))
const rows = new Map<string, (n: number) => Cells>()
const templates = new Map<string, Uint8Array>()

beforeAll(async () => {
  product = await demoProduct()
  company = await importCompany(product.database.db)
  for (const [name, each] of tried) rows.set(name, await each.rows(company))
  for (const [name, { path }] of tried) templates.set(name, (await getFile(product.app, `${path}/template`, await who())).bytes)
}, 240_000)
afterAll(async () => {
  await product?.audit()
  await product?.close()
})

const who = async () => (await product.as('admin').bearer()).replace('Bearer ', '')
/** An import with its rows. */
interface SampleImport extends TriedImport {
  row(n: number): Cells
}
const sampleOf = (name: string): SampleImport => ({ ...tried.get(name)!, row: rows.get(name)! })
const send = async ({ path }: SampleImport, bytes: Uint8Array, more: Partial<ImportRequest> = {}) =>
  sendFile(product.app, { path, who: await who(), bytes, ...more })
const fileOf = (name: string, rows: readonly (readonly CellValue[])[], change?: Parameters<typeof workbookFrom>[2]) =>
  workbookFrom(templates.get(name)!, rows, change)
const cells = ({ columns, row }: SampleImport, n: number): string[] => columns.map(({ key }) => row(n)[key] ?? '')

/** Returns a digest of the rows of a table, without columns that change automatically. */
async function stored({ table }: SampleImport): Promise<string> {
  const left = sql.raw(`'login_time', 'last_login', 'token_epoch', 'update_time'`)
  const { rows } = await sql<
    { digest: string }
  >`select count(*) || ' ' || coalesce(md5(string_agg((to_jsonb(record) - array[${left}])::text, '' order by record.id)), '') as digest
    from ${sql.table(table)} record where del_flag = 0`.execute(product.database.db)
  return rows[0]?.digest ?? ''
}

it('every import is tried', () => {
  // rows that are read into a form are not stored, and the file of a flow is not a workbook
  const paths = routeRegistry(product.app).filter(({ method, url }) =>
    method === 'POST' && url.endsWith('/import') && !url.includes('/rows/:table/') && !url.startsWith('/workflow/def/')
  ).map(({ url }) => url.replace('/import', ''))
  const known = [...tried.values()].map(({ path }) => path)
  expect(
    paths.filter((path) => !known.includes(path)).map((path) =>
      `POST ${path}/import: say its columns and rows in plugins/<its module>/server/testing-import-samples.ts`
    ),
  ).toEqual([])
  expect(known.filter((path) => !paths.includes(path)), 'imports that are no more').toEqual([])
})

interface ImportCase {
  readonly place: number
  readonly cell: HostileCell
}

const casesOf = ({ columns }: SampleImport): ImportCase[] =>
  columns.flatMap((column, place) => (column.by === 'name' ? [] : hostileCells(column).map((cell) => ({ place, cell }))))

describe.each([...triedHere])('a file of %s', (name) => {
  it('takes the rows that it is tried with', timeout, async () => {
    const sample = sampleOf(name)
    const { data } = await send(sample, await fileOf(name, [cells(sample, 149)]))
    expect(data, `say in plugins/${sample.module}/server/testing-import-samples.ts what a right row of ${name} is`).toMatchObject({
      success: 1,
      failures: [],
    })
  })

  it('says of each wrong cell where it is and why, in both languages, and is imported once it is right', timeout, async () => {
    const sample = sampleOf(name)
    const cases = casesOf(sample)
    for (let start = 0; start < cases.length; start += listed) await tryOut(name, cases.slice(start, start + listed), start)
  })

  it('takes what people write otherwise for the same', timeout, async () => {
    const sample = sampleOf(name)
    const plain = [cells(sample, 150)]
    expect((await send(sample, await fileOf(name, plain))).data).toMatchObject({ success: 1, failures: [] })
    const before = await stored(sample)
    const same = plain.map((row) => row.map((text, place) => otherwise(sample.columns[place]!, text) ?? text))
    for (const is1904 of [false, true]) {
      const { data } = await send(sample, await fileOf(name, same, (book) => {
        book.properties.date1904 = is1904
      }))
      expect(sample.updates ? [data.unchanged, data.failures] : [data.failed, data.failures.map(({ row }) => row)]).toEqual([1,
        sample.updates ? [] : [3]])
      expect(await stored(sample)).toBe(before)
    }
  })

  it('is refused as a whole where it is not the template', timeout, async () => {
    const sample = sampleOf(name)
    const before = await stored(sample)
    const { code, msg } = await send(sample, await otherHead(name, sample.columns.length - 1))
    expect([code, msg]).toEqual([42009, expect.stringContaining(`应为“${sample.columns.at(-1)!.cn}”`)])
    expect(await stored(sample)).toBe(before)
  })
})

/** A file with a valid row and a wrong heading of one column. */
const otherHead = (name: string, place: number) =>
  fileOf(name, [cells(sampleOf(name), 151)], (_, sheet) => {
    sheet.getCell(1, place + 1).value = '别的'
  })

// refused by the common reader of workbooks
it('a file that is not the template is refused in the language of the person, one with a hidden sheet too', timeout, async () => {
  const [name = ''] = names
  const sample = sampleOf(name)
  const before = await stored(sample)
  expect((await send(sample, await otherHead(name, 0))).msg).toContain(`应为“${sample.columns[0]!.cn}”`)
  expect((await send(sample, await otherHead(name, 0), { language: 'en_US' })).msg).toContain(`should be “${sample.columns[0]!.en}”`)
  const hidden = await fileOf(name, [cells(sample, 151)], (book, sheet) => {
    sheet.state = 'hidden'
    book.addWorksheet('Other').addRow(['x'])
  })
  expect((await send(sample, hidden)).code).toBe(42009)
  expect(await stored(sample)).toBe(before)
})

const meanings = [...samples.values()].flatMap((each) => Object.entries(each)).filter(([name]) => triedHere.has(name)).flatMap((
  [name, { refusals = [] }],
) => refusals.map((refusal, place) => ({ name, place, ...refusal })))

it.each(meanings)('a file of $name is refused at its row for $what', timeout,
  async ({ name, place, cells: differ, at, cn }: WrongRow & { name: string; place: number }) => {
    const sample = sampleOf(name)
    const row = (values: Readonly<Record<string, string>>) => sample.columns.map(({ key }) => values[key] ?? '')
    const failuresIn = async (language: 'zh_CN' | 'en_US', n: number) => {
      const right = sample.row(n)
      const { data } = await send(sample, await fileOf(name, [row(right), row({ ...right, ...(await differ(right, company)) })]), {
        language,
      })
      expect(data.success).toBe(sample.allOrNothing ? 0 : 1)
      return data.failures.map(({ row: failed, column, reason }) => ({ failed, column, reason: reason.replaceAll(/“[^”]*”/g, '“”') }))
    }
    const before = await stored(sample)
    const column = sample.columns.find(({ key }) => key === at)
    expect(await failuresIn('zh_CN', 155 + 2 * place)).toContainEqual({ failed: 4, column: column?.cn ?? '',
      reason: expect.stringContaining(cn) })
    expect(await failuresIn('en_US', 156 + 2 * place)).toContainEqual({ failed: 4, column: column?.en ?? '',
      reason: expect.stringMatching(/^\P{Script=Han}+$/u) })
    expect(!sample.allOrNothing || (await stored(sample)) === before).toBe(true)
  })

/** One row per case, each with one invalid cell. */
async function tryOut(name: string, cases: readonly ImportCase[], start: number) {
  const sample = sampleOf(name)
  const right = cases.map((_, index) => cells(sample, start + index))
  const wrong = right.map((row, index) =>
    row.map((text, place): CellValue => (place === cases[index]!.place ? cases[index]!.cell.value : text))
  )
  const before = await stored(sample)
  const file = await fileOf(name, wrong)
  for (const [language, locale] of [['zh_CN', 'cn'], ['en_US', 'en']] as const) {
    const { data } = await send(sample, file, { language })
    expect(data).toMatchObject({ total: cases.length, success: 0, failed: cases.length })
    const expectedFailures = cases.map(({ place, cell }, index) => {
      const failures = data.failures.filter(({ row }) => row === index + 3)
      return `${cell.what}: ${
        failures.map(({ column, reason }) =>
          `${column} ${
            cell.says && reason.includes(cell.says[locale])
              ? 'as due'
              : locale === 'en' && /\p{Script=Han}/u.test(reason.replaceAll(/“[^”]*”/g, ''))
              ? reason
              : cell.says
              ? reason
              : 'refused'
          }`
        ).join(', ') || 'nothing'
      } / ${sample.columns[place]![locale]}`
    })
    expect(expectedFailures).toEqual(
      cases.map(({ place, cell }) =>
        `${cell.what}: ${sample.columns[place]![locale]} ${cell.says ? 'as due' : 'refused'} / ${sample.columns[place]![locale]}`
      ),
    )
    expect(await stored(sample)).toBe(before)
    if (locale === 'en') await correct(sample, { file: data.failureFileId!, right })
  }
}

/** Imports the corrected failure file, and again to check that this changes nothing. */
async function correct(sample: SampleImport, { file, right }: { file: string; right: readonly (readonly string[])[] }) {
  const { bytes } = await getFile(product.app, `/public/importFailure/${file}`, await who())
  const [header = []] = await textsOf(bytes)
  expect(header.at(-1)).toBe('Reason')
  const corrected = await workbookFrom(bytes, [], (_, sheet) => {
    right.forEach((row, index) =>
      row.forEach((text, place) => {
        sheet.getCell(index + 2, place + 1).value = text
      })
    )
  })
  expect((await send(sample, corrected)).data).toMatchObject({ total: right.length, success: right.length, failures: [] })
  const after = await stored(sample)
  expect((await send(sample, corrected)).data).toMatchObject(
    sample.updates ? { success: 0, unchanged: right.length, failed: 0 } : { success: 0, failed: right.length },
  )
  expect(await stored(sample)).toBe(after)
}
