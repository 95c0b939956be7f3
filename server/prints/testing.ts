import { inflateSync } from 'node:zlib'
import type { TestProduct } from '#server/documents/testing.ts'
import type { Printout } from './printout.ts'

/** A print of a form in Chinese with the given sections and one approval per opinion; other data are generated. */
export const printoutFor = (form: string,
  { sections, opinions = [''], signatures = [] }: Partial<Pick<Printout, 'sections' | 'signatures'>> & {
    readonly opinions?: readonly string[]
  }): Printout => ({
    locale: 'cn',
    form,
    title: '王伟提交的单据',
    number: 'FK202611200001',
    company: '华锐制造有限公司',
    state: { text: '审批中', tone: 'running', watermark: '审批中' },
    facts: [{ label: '申请人', text: '王伟' }],
    sections: sections ?? [],
    approvals: { kind: 'table', title: '审批记录',
      columns: [{ label: '节点', width: 96, right: false }, { label: '意见', width: 150, right: false }, { label: '时间', width: 84,
        right: false }], rows: opinions.map((opinion, index) => ({ cells: [`节点${index + 1}`, opinion, '2026-11-20 10:00'], more: [] })) },
    signatures,
    foot: '王伟 打印于 2026-11-20 10:00',
    total: '合计',
    pages: '第 {page} 页，共 {pages} 页',
    page: '第 {page} 页',
  })

/** The text of a document's print for a reader, in drawing order, without spaces. @throws Error where it is refused */
export async function printedTextOf({ app, as }: TestProduct,
  { by, type, id, language = 'zh_CN', accounts = 'masked' }: PrintRequest): Promise<string> {
  const headers = { authorization: await as(by).bearer(), 'accept-language': language }
  const { statusCode, rawPayload, body } = await app.inject({ method: 'GET', url: `/oaserver/${type}/${id}/print?accounts=${accounts}`,
    headers })
  if (statusCode !== 200) throw new Error(`${statusCode} ${body}`)
  return textOf(rawPayload)
}

interface PrintRequest {
  /** User name. */
  readonly by: string
  readonly type: string
  readonly id: string
  readonly language?: 'zh_CN' | 'en_US'
  readonly accounts?: 'masked' | 'full'
}

/** The text of a PDF written by pdfmake, in drawing order, without spaces. */
export function textOf(pdf: Buffer): string {
  const objects = objectsOf(pdf)
  const fonts = new Map<string, ReadonlyMap<string, string>>()
  for (const { head } of objects.values()) {
    for (const [, name = '', font = ''] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) fonts.set(name, glyphsOf(objects, font))
  }
  return [...objects.values()].flatMap(({ stream }) => (stream.includes(' Tf\n') ? runsOf(stream, fonts) : [])).join('')
}

interface PdfObject {
  readonly head: string
  /** Inflated content. */
  readonly stream: string
}

function objectsOf(pdf: Buffer): Map<string, PdfObject> {
  const text = pdf.toString('latin1')
  return new Map([...text.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id = '', body = '']) => {
    const [head = '', raw = ''] = body.split(/\nstream\n/, 2)
    return [id, { head, stream: raw === '' ? '' : inflated(raw.replace(/\nendstream$/, '')) }]
  }))
}

function inflated(raw: string): string {
  try {
    return inflateSync(Buffer.from(raw, 'latin1')).toString('latin1')
  } catch {
    return ''
  }
}

/** Characters by the glyphs of a font, from its ToUnicode map. */
function glyphsOf(objects: ReadonlyMap<string, PdfObject>, font: string): ReadonlyMap<string, string> {
  const [, map = ''] = /\/ToUnicode (\d+) 0 R/.exec(headOf(objects, font)) ?? []
  const stream = objects.get(map)?.stream ?? ''
  const glyphs = new Map<string, string>()
  for (const [, first = '', list = ''] of stream.matchAll(/<(\w{4})> <\w{4}> \[([^\]]*)\]/g)) {
    ;[...list.matchAll(/<([\w ]*)>/g)].forEach(([, code = ''], index) => {
      glyphs.set((Number.parseInt(first, 16) + index).toString(16).padStart(4, '0'), characters(code))
    })
  }
  return glyphs
}

const headOf = (objects: ReadonlyMap<string, PdfObject>, id: string): string => objects.get(id)?.head ?? ''

const characters = (code: string): string =>
  code.replaceAll(' ', '').replace(/\w{4}/g, (unit) => String.fromCharCode(Number.parseInt(unit, 16)))

function runsOf(stream: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string>>): string[] {
  let glyphs: ReadonlyMap<string, string> = new Map()
  return [...stream.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)].flatMap(([, font, run]) => {
    if (font !== undefined) glyphs = fonts.get(font) ?? new Map()
    return run === undefined
      ? []
      : [[...run.matchAll(/<(\w*)>/g)].map(([, codes = '']) => codes.replace(/\w{4}/g, (code) => glyphs.get(code) ?? '?')).join('')]
  })
}
