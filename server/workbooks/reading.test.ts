import * as legacy from '@e965/xlsx'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseWorkbook } from './parse.ts'
import { type SheetCell, Unreadable } from './sheet.ts'
import { handMade, workbookOf, zipOf } from './testing.ts'

const first = async (bytes: Uint8Array) => (await parseWorkbook(bytes)).rows[0]?.cells
const refusal = (bytes: Uint8Array) =>
  parseWorkbook(bytes).then(() => 'was read', (error: unknown) => (error instanceof Unreadable ? error.code : error))
const cellsOf = (cells: string, more?: Parameters<typeof handMade>[1]) => first(handMade(`<row r="1">${cells}</row>`, more))
const styles = (code: string) =>
  `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="${code}"/></numFmts><cellXfs><xf numFmtId="0"/>
    <xf numFmtId="200"/></cellXfs></styleSheet>`
const styled = async (value: string, code: string, is1904?: true) =>
  (await cellsOf(`<c r="A1" s="1"><v>${value}</v></c>`, { styles: styles(code), is1904 }))?.[0]

describe('cells', () => {
  it.each<[string, string, SheetCell]>([
    ['what a float makes of 1.1', '1.1000000000000001', { kind: 'number', text: '1.1' }],
    ['an exponent', '1.5E-3', { kind: 'number', text: '0.0015' }],
    ['a small number', '1E-7', { kind: 'number', text: '0.0000001' }],
    ['an amount of 15 digits', '1234567890123.45', { kind: 'number', text: '1234567890123.45' }],
    ['a number that has lost digits', '6.2284804021E+18', { kind: 'number', text: '6228480402100000000', lossy: true }],
    ['a number of no spreadsheet', '0.123456789012345678901', { kind: 'number', text: '0.123456789012346', lossy: true }],
    ['no number', 'abc', { kind: 'error', text: 'abc' }],
  ])('%s', async (_, raw, expected) => {
    expect(await cellsOf(`<c r="A1"><v>${raw}</v></c>`)).toEqual([expected])
  })

  it.each<[string, string, SheetCell, true?]>([
    ['46346', 'yyyy/m/d', { kind: 'date', text: '2026-11-20' }],
    ['46346.604166666664', 'yyyy-mm-dd hh:mm', { kind: 'date', text: '2026-11-20 14:30:00' }],
    ['44884', 'yyyy-mm-dd', { kind: 'date', text: '2026-11-20' }, true],
    ['0', 'yyyy-mm-dd', { kind: 'date', text: '00:00:00' }],
    ['0.75', 'h:mm', { kind: 'date', text: '18:00:00' }],
    ['59', 'yyyy-mm-dd', { kind: 'date', text: '1900-02-28' }],
    ['60', 'yyyy-mm-dd', { kind: 'error', text: '1900-02-29' }],
    ['61', 'yyyy-mm-dd', { kind: 'date', text: '1900-03-01' }],
    ['1', 'yyyy-mm-dd', { kind: 'date', text: '1904-01-02' }, true],
    ['99999999', 'yyyy-mm-dd', { kind: 'error', text: '99999999' }],
    ['46346', 'yyyy\\-mm\\-dd\\ ', { kind: 'date', text: '2026-11-20' }],
    ['46346', '[$-804]aaaa', { kind: 'date', text: '2026-11-20' }],
    ['5', '0!.0,&quot;万&quot;!d', { kind: 'number', text: '5' }],
    ['46346', '[$-804]yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;', { kind: 'date', text: '2026-11-20' }],
    ['123', '00000', { kind: 'number', text: '123', padded: '00123' }],
    ['0.5', '0.00%', { kind: 'number', text: '0.5', percent: true }],
    ['5', '#,##0.00 &quot;days&quot;', { kind: 'number', text: '5' }],
    ['5', '[Red]0.00E+00', { kind: 'number', text: '5' }],
    ['5', '[$¥-804]#,##0.00', { kind: 'number', text: '5' }],
  ])('%s shown as %s', async (value, code, expected, is1904) => {
    expect(await styled(value, code, is1904)).toEqual(expected)
  })

  it('take the built-in formats of dates too', async () => {
    const code = '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="31"/></cellXfs></styleSheet>'
    expect(await cellsOf('<c r="A1" s="1"><v>46346</v></c>', { styles: code })).toEqual([{ kind: 'date', text: '2026-11-20' }])
  })

  it('join rich text, leave out how it is pronounced, and resolve references', async () => {
    const strings =
      '<sst><si><r><t>半</t></r><r><rPr><b/></rPr><t xml:space="preserve"> &amp; 全</t></r><rPh sb="0" eb="1"><t>bàn</t></rPh></si><si><t>_x0041_&#x4E2D;</t></si></sst>'
    expect(await cellsOf('<c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c>', { strings })).toEqual([{ kind: 'text',
      text: '半 & 全' }, undefined, { kind: 'text', text: 'A中' }])
  })

  it('are told apart from formulas, errors and yes or no', async () => {
    const cells =
      '<c r="A1"><f>1+1</f><v>2</v></c><c r="B1" t="e"><v>#N/A</v></c><c r="C1" t="b"><v>1</v></c><c r="D1"><f t="shared" si="0"/><v>3</v></c><c r="E1" t="str"><f>"a"</f><v>a</v></c>'
    expect(await cellsOf(cells)).toEqual([{ kind: 'formula', value: { kind: 'number', text: '2' } }, { kind: 'error', text: '#N/A' }, {
      kind: 'boolean',
      yes: true,
    }, { kind: 'formula', value: { kind: 'number', text: '3' } }, { kind: 'formula', value: { kind: 'text', text: 'a' } }])
  })

  it('follow each other where they have no place, under any prefix', async () => {
    const own = 'xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    const { rows } = await parseWorkbook(
      handMade(
        `<x:row ${own}><x:c><x:v>1</x:v></x:c><x:c><x:v>2</x:v></x:c></x:row><x:row ${own} r="7"><x:c r="B7"><x:v>3</x:v></x:c></x:row>
        <x:row ${own}/>`,
      ),
    )
    expect(rows).toEqual([
      { number: 1, cells: [{ kind: 'number', text: '1' }, { kind: 'number', text: '2' }] },
      { number: 7, cells: [undefined, { kind: 'number', text: '3' }] },
    ])
  })

  it.each<[string, string]>([
    ['without an index', '<c r="A1" t="s"/>'],
    ['with an empty index', '<c r="A1" t="s"><v/></c>'],
    ['with a blank', '<c r="A1" t="s"><v> </v></c>'],
    ['of a number', '<c r="A1"><v/></c>'],
    ['of a number with a blank', '<c r="A1"><v>\n</v></c>'],
    ['of yes or no', '<c r="A1" t="b"><v/></c>'],
    ['of a day', '<c r="A1" t="d"><v/></c>'],
    ['of their own text', '<c r="A1" t="inlineStr"><is/></c>'],
    ['of a text', '<c r="A1" t="str"><v></v></c>'],
  ])('are empty %s', async (_, cell) => {
    const strings = '<sst><si><t>Heading*</t></si></sst>'
    expect(await cellsOf(`${cell}<c r="B1"><v>1</v></c>`, { strings })).toEqual([undefined, { kind: 'number', text: '1' }])
  })

  it('are an error where the text that they name is missing', async () => {
    expect(await cellsOf('<c r="A1" t="s"><v>7</v></c><c r="B1" t="s"><v>x</v></c>', { strings: '<sst><si><t>a</t></si></sst>' })).toEqual([
      {
        kind: 'error',
        text: '7',
      },
      { kind: 'error', text: 'x' },
    ])
  })

  it('do not join a text with its repetition, nor with what another program keeps beside it', async () => {
    const own = '<is><r><t>a</t></r><r><t>b</t></r><rPh sb="0" eb="1"><t>x</t></rPh></is>'
    const cells = `<c r="A1" t="inlineStr">${own}<v>ab</v></c><c r="B1" t="str">${own}<v>ab</v></c>
      <c r="C1" t="inlineStr"><v>ab</v></c><c r="D1" t="str"><v>a</v><v>b</v></c>
      <c r="E1"><v>1</v><extLst><ext><y:v xmlns:y="other">2</y:v></ext></extLst></c>`
    expect((await cellsOf(cells))?.map((cell) => cell && 'text' in cell && cell.text)).toEqual(['ab', 'ab', 'ab', 'b', '1'])
  })

  it.each<[string, string]>([
    ['2026-11-20', '2026-11-20'],
    ['2026-11-20T00:00:00.000', '2026-11-20'],
    ['2026-11-20T14:30:00Z', '2026-11-20 14:30:00'],
    ['2026-11-20T14:30', '2026-11-20 14:30:00'],
    ['2026-11-20T14:30:00.25+08:00', '2026-11-20 14:30:00'],
    ['14:30:00', '14:30:00'],
  ])('hold the written day %s', async (written, text) => {
    expect(await cellsOf(`<c r="A1" t="d"><v>${written}</v></c>`)).toEqual([{ kind: 'date', text }])
  })

  it('hold a written day that is none', async () => {
    expect(await cellsOf('<c r="A1" t="d"><v>soon</v></c>')).toEqual([{ kind: 'error', text: 'soon' }])
  })

  it('take their number formats from the book, not from its conditions', async () => {
    const code = `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="yyyy\\-mm\\-dd"/></numFmts><cellXfs><xf numFmtId="200"/></cellXfs>
      <dxfs><dxf><numFmt numFmtId="200" formatCode="0.00"/></dxf></dxfs></styleSheet>`
    expect(await cellsOf('<c r="A1"><v>46346</v></c>', { styles: code })).toEqual([{ kind: 'date', text: '2026-11-20' }])
  })

  it('without a place that can be read follow the one before', async () => {
    expect(await cellsOf('<c r="?"><v>1</v></c><c r=""><v>2</v></c>')).toEqual([{ kind: 'number', text: '1' }, { kind: 'number',
      text: '2' }])
  })

  it('in a merged range are marked, each of them', async () => {
    const rows = '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c></row><row r="2"><c r="B2"><v>3</v></c></row>'
    const sheet = await parseWorkbook(handMade(rows, {}, '<mergeCells count="1"><mergeCell ref="A1:A2"/></mergeCells>'))
    expect(sheet.rows.map(({ cells }) => cells)).toEqual([[{ kind: 'merged' }, { kind: 'number', text: '2' }], [{ kind: 'merged' }, {
      kind: 'number',
      text: '3',
    }]])
  })
})

describe('sheets', () => {
  const two = (firstState: string, secondState = '') =>
    `<sheet name="A" sheetId="1" ${firstState} r:id="rId1"/><sheet name="B" sheetId="2" ${secondState} r:id="rId2"/>`

  it('the first visible one counts', async () => {
    expect(await cellsOf('<c r="A1"><v>1</v></c>', { sheets: two('') })).toEqual([{ kind: 'number', text: '1' }])
    for (const state of ['hidden', 'veryHidden'])
      expect(await cellsOf('', { sheets: two(`state="${state}"`) })).toEqual([{ kind: 'text', text: 'second' }])
  })

  it('only what hides them hides them', async () => {
    for (const state of ['visible', 'show', ''])
      expect(await cellsOf('<c r="A1"><v>1</v></c>', { sheets: two(`state="${state}"`) })).toEqual([{ kind: 'number', text: '1' }])
  })

  it('count days as the book says, whatever an extension calls the same', async () => {
    const dated = (extensions: string, is1904?: true) =>
      cellsOf('<c r="A1" s="1"><v>44931</v></c>', { styles: styles('yyyy-mm-dd'), is1904, extensions })
    const extension =
      '<extLst><ext xmlns:x15="other"><x15:workbookPr chartTrackingRefBase="1"/></ext></extLst><x15:workbookPr xmlns:x15="other"/>'
    expect(await dated(extension, true)).toEqual([{ kind: 'date', text: '2027-01-06' }])
    expect(await dated('<extLst><ext><workbookPr date1904="1"/></ext></extLst>')).toEqual([{ kind: 'date', text: '2023-01-05' }])
  })

  it('lie in folders that backslashes divide as well', async () => {
    const bytes = handMade('<row r="1"><c r="A1"><v>1</v></c></row>')
    for (let at = bytes.indexOf('/'); at >= 0; at = bytes.indexOf('/', at + 1)) {
      // names in the zip are not compressed; other slashes must not be changed
      const before = bytes.subarray(Math.max(0, at - 14), at).toString('latin1')
      if (/(?:^|[^\w])(?:_rels|xl(?:[\\/](?:_rels|worksheets))?)$/.test(before)) bytes[at] = 0x5c
    }
    expect(bytes.includes('xl\\workbook.xml')).toBe(true)
    expect(await first(bytes)).toEqual([{ kind: 'number', text: '1' }])
  })

  it('are refused where none is to be seen', async () => {
    expect(await refusal(handMade('', { sheets: two('state="hidden"', 'state="hidden"') }))).toBe('workbooks.noVisibleSheet')
  })

  it('lose their empty rows, not their numbers', async () => {
    const { rows } = await parseWorkbook(await workbookOf((sheet) => {
      sheet.addRow(['a'])
      sheet.addRow([])
      sheet.addRow(['  ', null])
      sheet.addRow([1])
    }))
    expect(rows.map(({ number }) => number)).toEqual([1, 4])
  })
})

describe('old workbooks', () => {
  const xls = (rows: readonly (readonly unknown[])[], change?: (book: legacy.WorkBook, sheet: legacy.WorkSheet) => void) => {
    const sheet = legacy.utils.aoa_to_sheet(rows as unknown[][])
    const book = legacy.utils.book_new(sheet, 'S')
    change?.(book, sheet)
    return new Uint8Array(legacy.write(book, { type: 'buffer', bookType: 'biff8' }) as Buffer)
  }

  it('are read like new ones', async () => {
    const bytes = xls([['编码', 1.1, true, { t: 'n', v: 46346, z: 'yyyy-mm-dd' }, { t: 'n', v: 7, z: '000' }], [], ['x']])
    const { rows } = await parseWorkbook(bytes)
    expect(rows.map(({ number }) => number)).toEqual([1, 3])
    expect(rows[0]?.cells).toEqual([{ kind: 'text', text: '编码' }, { kind: 'number', text: '1.1' }, { kind: 'boolean', yes: true }, {
      kind: 'date',
      text: '2026-11-20',
    }, {
      kind: 'number',
      text: '7',
      padded: '007',
    }])
  })

  it.each<[string, legacy.BookType, number?]>([
    ['Excel 95 in Chinese', 'biff5', 936],
    ['Excel 95 of a Mac in Chinese', 'biff5', 10008],
    ['Excel 2, which names no code page', 'biff2'],
  ])('of %s keep their texts', async (_, bookType, page) => {
    const bytes = Buffer.from(
      legacy.write(legacy.utils.book_new(legacy.utils.aoa_to_sheet([['ABCD', 1]]), 'S'), { type: 'buffer', bookType }) as Buffer,
    )
    Buffer.from('b2bfc3c5', 'hex').copy(bytes, bytes.indexOf('ABCD'))
    const codePage = bytes.indexOf(Buffer.from('42000200', 'hex'))
    if (page !== undefined) bytes.writeUInt16LE(page, codePage + 4)
    expect(await first(new Uint8Array(bytes))).toEqual([{ kind: 'text', text: '部门' }, { kind: 'number', text: '1' }])
  })

  it('show formulas, merged ranges and hidden sheets too', async () => {
    const bytes = xls([[123.456, 'm'], [null, 'n']], (_, sheet) => {
      sheet['!merges'] = [{ s: { r: 0, c: 1 }, e: { r: 1, c: 1 } }]
    })
    expect((await parseWorkbook(withFormula(bytes, 123.456))).rows[0]?.cells).toEqual([{ kind: 'formula',
      value: { kind: 'number', text: '123.456' } }, { kind: 'merged' }])
    const hidden = xls([['first']], (book) => {
      legacy.utils.book_append_sheet(book, legacy.utils.aoa_to_sheet([['second']]), 'T')
      book.Workbook = { Sheets: [{ Hidden: 1 }, { Hidden: 0 }] }
    })
    expect(await first(hidden)).toEqual([{ kind: 'text', text: 'second' }])
  })
})

interface CompoundFiles {
  readonly utils: { cfb_new(): object; cfb_add(file: object, name: string, content: Buffer): void }
  read(bytes: Uint8Array, options: object): object
  find(file: object, name: string): { content: Uint8Array }
  write(file: object, options: object): Uint8Array
}

/** The same workbook with the formula `1+1` in place of a number: replaces its record with a formula record. */
function withFormula(bytes: Uint8Array, number: number): Uint8Array {
  const { utils, read, find, write } = legacy.CFB as CompoundFiles
  const book = Buffer.from(find(read(bytes, { type: 'buffer' }), 'Workbook').content)
  const value = Buffer.alloc(8)
  value.writeDoubleLE(number)
  const at = book.indexOf(value) - 10
  expect(book.readUInt16LE(at)).toBe(0x0203)
  const formula = Buffer.concat([Buffer.from('06001d00', 'hex'), book.subarray(at + 4, at + 18),
    Buffer.from('00000000000007001e01001e010003', 'hex')])
  const file = utils.cfb_new()
  utils.cfb_add(file, '/Workbook', Buffer.concat([book.subarray(0, at), formula, book.subarray(at + 18)]))
  return new Uint8Array(write(file, { type: 'buffer' }))
}

const compound = (name: string) => {
  const { utils, write } = legacy.CFB as CompoundFiles
  const file = utils.cfb_new()
  utils.cfb_add(file, name, Buffer.alloc(64))
  return new Uint8Array(write(file, { type: 'buffer' }))
}

const bomb = Buffer.alloc(24 * 1024 * 1024, 32)

describe('what is refused', () => {
  it.each<[string, () => Uint8Array | Promise<Uint8Array>, string]>([
    ['nothing', () => Buffer.alloc(0), 'workbooks.notAWorkbook'],
    ['a picture', () => Buffer.from('89504e470d0a1a0a0000', 'hex'), 'workbooks.notAWorkbook'],
    ['a web page named .xls',
      () => Buffer.from('\uFEFF\n<html xmlns:x="urn:schemas-microsoft-com:office:excel"><table><tr><td>1</td></tr></table></html>'),
      'workbooks.webPage'],
    ['XML named .xls', () => Buffer.from('<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook/>'),
      'workbooks.xmlSpreadsheet'],
    ['XML of Excel without its name',
      () => Buffer.from('<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>'),
      'workbooks.xmlSpreadsheet'],
    ['a flat OpenDocument spreadsheet',
      () => Buffer.from('<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"/>'),
      'workbooks.openDocument'],
    ['separated text named .xls', () => Buffer.from('编码,名称\n1,2\n'), 'workbooks.plainText'],
    ['separated text of GBK', () => Buffer.from('b1e0c2eb2cc3fbb3c60d0a', 'hex'), 'workbooks.plainText'],
    ['separated text of UTF-16', () => Buffer.from('\uFEFFa\tb\n', 'utf16le'), 'workbooks.plainText'],
    ['a password', () => compound('/EncryptedPackage'), 'workbooks.password'],
    ['another compound file', () => compound('/WordDocument'), 'workbooks.damaged'],
    ['the start of a compound file', () => Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'workbooks.damaged'],
    ['a zip of something else', () => zipOf([{ name: 'a.txt', content: 'a' }]), 'workbooks.notAWorkbook'],
    ['half a zip', async () => (await workbookOf((sheet) => void sheet.addRow([1]))).subarray(0, 3000), 'workbooks.damaged'],
    ['a zip with a password', () => handMade('', { more: [{ name: 'a', content: 'a', encrypted: true }] }), 'workbooks.password'],
    ['a bomb', () => handMade('', { more: [{ name: 'xl/media/a', content: bomb }] }), 'workbooks.tooLargeInside'],
    ['a bomb below the size but not the ratio',
      () => handMade('', { more: [{ name: 'xl/media/a', content: bomb.subarray(0, 4_000_000) }] }), 'workbooks.tooLargeInside'],
    ['many small files', () => handMade('', { more: Array.from({ length: 1001 }, (_, index) => ({ name: `f${index}`, content: 'x' })) }),
      'workbooks.tooLargeInside'],
    ['a path out of the archive', () => handMade('', { more: [{ name: '../../etc/passwd', content: 'x' }] }), 'workbooks.damaged'],
    ['a path out of the archive with backslashes', () => handMade('', { more: [{ name: 'a\\..\\..\\b', content: 'x' }] }),
      'workbooks.damaged'],
    ['a path to a drive', () => handMade('', { more: [{ name: 'C:\\a', content: 'x' }] }), 'workbooks.damaged'],
    ['a path to a server', () => handMade('', { more: [{ name: '\\\\a\\b', content: 'x' }] }), 'workbooks.damaged'],
    ['two files of one name but for their slashes', () => handMade('', { more: [{ name: 'xl\\workbook.xml', content: 'x' }] }),
      'workbooks.damaged'],
    ['an absolute path', () => handMade('', { more: [{ name: '/etc/passwd', content: 'x' }] }), 'workbooks.damaged'],
    ['two files of one name', () => handMade('', { more: [{ name: 'xl/Workbook.xml', content: 'x' }] }), 'workbooks.damaged'],
    ['declared entities', () => handMade('', { strings: '<!DOCTYPE a [<!ENTITY b "c">]><sst/>' }), 'workbooks.damaged'],
    ['an unknown entity', () => handMade('', { strings: '<sst><si><t>&b;</t></si></sst>' }), 'workbooks.damaged'],
    ['elements that cross', () => handMade('<row><c></row></c>'), 'workbooks.damaged'],
    ['elements that stay open', () => handMade('<row><c>'), 'workbooks.damaged'],
    ['an attribute without quotes', () => handMade('<row r=1></row>'), 'workbooks.damaged'],
  ])('%s', async (_, bytes, code) => {
    expect(await refusal(await bytes())).toBe(code)
  })

  it('a directory that tells less than there is, when it is found out', async () => {
    const rows = `<row r="1"><c r="A1"><v>1</v></c></row>${' '.repeat(10_000)}`
    const honest = handMade(rows)
    expect(await refusal(honest)).toBe('was read')
    const size = honest.readUInt32LE(honest.lastIndexOf('xl/worksheets/sheet1.xml') - 22)
    expect(size).toBeGreaterThan(10_000)
    honest.writeUInt32LE(100, honest.lastIndexOf('xl/worksheets/sheet1.xml') - 22)
    expect(await refusal(honest)).toBe('workbooks.damaged')
  })
})

describe('whatever is written', () => {
  const value = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => text.trim() !== '' && !/\p{C}|_x/u.test(text)),
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 }).map((number) => Number(number.toPrecision(15))).filter((
      number,
    ) => Math.abs(number) > 1e-9),
    fc.boolean(),
  )
  const same = (cell: SheetCell | undefined, written: string | number | boolean) => {
    if (cell?.kind === 'text') return cell.text === written
    if (cell?.kind === 'number') return Number(cell.text) === written
    return cell?.kind === 'boolean' && cell.yes === written
  }

  it('is read again, from new and old workbooks', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(value, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 }), async (rows) => {
        const modern = await workbookOf((sheet) => rows.forEach((row) => sheet.addRow(row)))
        const old = legacy.write(legacy.utils.book_new(legacy.utils.aoa_to_sheet(rows), 'S'), { type: 'buffer',
          bookType: 'biff8' }) as Buffer
        for (const bytes of [modern, old]) {
          const read = (await parseWorkbook(new Uint8Array(bytes))).rows
          expect(rows.every((row, place) => row.every((written, column) => same(read[place]?.cells[column], written)))).toBe(true)
        }
      }),
      { numRuns: 40 },
    )
  })
})
