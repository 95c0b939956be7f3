import { describe, expect, it } from 'vitest'
import declarations from '#resources/declarations.ts'
import type { TagCatalogue } from '#server/prints/word/tags.ts'
import { tagsOf } from '#server/prints/word/tags.ts'
import { checkTemplate, fillTemplate } from '#server/prints/word/templates.ts'
import { everyNth } from '#server/testing-scale.ts'
import { starterOf } from './starter/starter.ts'
import { docx, inRuns, paragraphsOf, partOf } from './testing.ts'

const named = (...names: string[]) => names.map((name) => ({ name, cn: name, en: name }))
const catalogue: TagCatalogue = { general: named('doc.number'), fields: named('title', 'remark', 'totalAmount'),
  conditions: named('doc.isCompleted'), pictures: named('doc.seal'),
  loops: [{ name: 'items', cn: '明细', en: 'Items', columns: named('row.no', 'amount', 'detail') }] }
const problemsOf = async (...body: string[]) => checkTemplate(await docx({ body }), catalogue)
const cells = (...texts: string[]) => `<w:tr>${texts.map((text) => `<w:tc>${inRuns(text)}</w:tc>`).join('')}</w:tr>`

describe('a template that is looked through', () => {
  it('may name every tag of its form, in loops and conditions', async () => {
    expect(
      await problemsOf('{title} {doc.number}', '{#items}{row.no} {amount} {title}{/items}', '{#doc.isCompleted}完成{/}', '{#!remark}无{/}'),
    ).toEqual([])
  })

  it('is told each tag that the form does not have, where it is, and the nearest name', async () => {
    expect(await problemsOf('申请', inRuns('{tit', 'el}'), '{zzz}')).toEqual([
      { code: 'misspelt', parameters: { tag: 'titel', nearest: 'title', part: '正文/the body', paragraph: 2 } },
      { code: 'unknown', parameters: { tag: 'zzz', part: '正文/the body', paragraph: 3 } },
    ])
  })

  it.each([
    ['a column outside of its loop', ['{amount}'], 'outsideLoop'],
    ['a table that is not repeated', ['{items}'], 'tableAlone'],
    ['a loop without an end', ['{#items}{amount}'], 'unclosed'],
    ['an end without a loop', ['{amount}{/items}'], 'outsideLoop'],
    ['an end by itself', ['{/items}'], 'unopened'],
    ['an end of something else', ['{#items}{amount}{/remark}'], 'crossed'],
    ['a loop within itself, which would never end', ['{#items}{#items}{amount}{/items}{/items}'], 'withinItself'],
    ['a brace by itself', ['{title', '{remark}'], 'braces'],
    ['no tag at all', ['申请单'], 'noTags'],
  ])('refuses %s', async (_, body, code) => {
    expect((await problemsOf(...body))[0]?.code).toBe(code)
  })

  it('has its head and foot looked through as well', async () => {
    const file = await docx({ body: ['{title}'], parts: { 'word/footer1.xml': `<w:ftr xmlns:w="w">${inRuns('{numer}')}</w:ftr>` } })
    expect(await checkTemplate(file, catalogue)).toEqual([{ code: 'unknown',
      parameters: { tag: 'numer', part: '页脚/the footer', paragraph: 1 } }])
  })
})

describe('a tag that cannot be read as it stands', () => {
  const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`
  const wrapped = (open: string, close: string) => `<w:p>${run('编号 {doc.nu')}${open}${run('mber')}${close}${run('}')}</w:p>`
  const body = { part: '正文/the body', paragraph: 1 }

  it.each([
    ['inserted', wrapped('<w:ins w:id="1" w:author="a">', '</w:ins>')],
    ['moved', wrapped('<w:moveTo w:id="1" w:author="a">', '</w:moveTo>')],
    ['deleted beside it', `<w:p>${run('编号 {doc.number}')}<w:del w:id="2"><w:r><w:delText>旧</w:delText></w:r></w:del></w:p>`],
  ])('is told with the tracked change: text that was %s', async (_, paragraph) => {
    expect(await problemsOf(paragraph, '{title}')).toEqual([{ code: 'tracked', parameters: { ...body, text: '编号 {doc.number}' } }])
  })

  it.each([
    ['a link', wrapped('<w:hyperlink w:anchor="x">', '</w:hyperlink>'), '超链接/a link'],
    ['a content control', wrapped('<w:sdt><w:sdtContent>', '</w:sdtContent></w:sdt>'), '内容控件/a content control'],
    ['a field', wrapped('<w:fldSimple w:instr="DATE">', '</w:fldSimple>'), '域/a field'],
  ])('names the tag and %s that holds a part of it', async (_, paragraph, element) => {
    expect(await problemsOf(paragraph, '{title}')).toEqual([{ code: 'split', parameters: { ...body, tag: 'doc.number', element } }])
  })

  it.each([
    ['｛title｝', '{title}'],
    ['{title｝', '{title}'],
    ['｛＃ｉｔｅｍｓ｝', '{#items}'],
    ['﹛title﹜', '{title}'],
  ])('is told for its wide braces: %s', async (text, right) => {
    expect(await problemsOf('{doc.number}', `标题${text}`)).toEqual([{ code: 'wideBraces',
      parameters: { part: '正文/the body', paragraph: 2, text, tag: right } }])
  })

  it('may have wide braces around other text beside it, and whole in a link', async () => {
    expect(await problemsOf('｛此处盖章｝{title}', `<w:p><w:hyperlink w:anchor="x">${run('见{doc.nu')}${run('mber}')}</w:hyperlink></w:p>`))
      .toEqual([])
  })

  it('is refused in a formula and in a diagram, where nothing fills it, also within a loop or where a field is empty', async () => {
    const formula = `<w:p><m:oMath xmlns:m="m"><m:r><m:t>{title}</m:t></m:r></m:oMath></w:p>`
    expect(await problemsOf('{title}', formula)).toEqual([{ code: 'unfilled', parameters: { ...body, tag: 'title', paragraph: 2 } }])
    expect(await problemsOf('{#items}', formula, '{/items}')).toMatchObject([{ code: 'unfilled' }])
    expect(await problemsOf('{#!remark}', formula, '{/}')).toMatchObject([{ code: 'unfilled' }])
    const diagram = await docx({ body: ['{title}'],
      parts: { 'word/diagrams/data1.xml': '<d xmlns:a="a"><a:p><a:r><a:t>{title}</a:t></a:r></a:p></d>' } })
    expect(await checkTemplate(diagram, catalogue)).toEqual([{ code: 'unfilled',
      parameters: { ...body, tag: 'title', part: '图形/a diagram' } }])
  })
})

describe('a hostile file', () => {
  const types = (type: string) =>
    `<Types xmlns="t"><Override PartName="/word/document.xml"
      ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>
        <Override PartName="/word/x" ContentType="${type}"/></Types>`
  const relation = (type: string, target: string) =>
    `<Relationships xmlns="r"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}"
      Target="${target}" TargetMode="External"/></Relationships>`

  it.each<[string, Readonly<Record<string, string | Buffer>>, string]>([
    ['with macros', { 'word/vbaProject.bin': 'x' }, 'foreign'],
    ['that says it has macros', { '[Content_Types].xml': types('application/vnd.ms-word.document.macroEnabled.main+xml') }, 'foreign'],
    ['with an embedded object', { 'word/embeddings/oleObject1.bin': 'x' }, 'foreign'],
    ['with a picture from elsewhere', { 'word/_rels/document.xml.rels': relation('image', 'http://127.0.0.1/secret.png') }, 'external'],
    ['with a template from elsewhere', { 'word/_rels/settings.xml.rels': relation('attachedTemplate', 'file:///etc/passwd') }, 'external'],
    ['with a link to a file', { 'word/_rels/document.xml.rels': relation('hyperlink', 'file:///etc/passwd') }, 'external'],
    ['that grows a thousandfold', { 'word/media/a.bin': Buffer.alloc(30_000_000) }, 'tooLargeInside'],
    ['that declares entities', {
      'word/document.xml': '<!DOCTYPE a [<!ENTITY b "c">]><w:document xmlns:w="w"><w:p><w:r><w:t>{title}&b;</w:t></w:r></w:p></w:document>',
    }, 'damaged'],
    ['that is a workbook', { '[Content_Types].xml': types('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml') },
      'foreign'],
  ])('%s is refused', async (_, parts, code) => {
    expect(await checkTemplate(await docx({ body: ['{title}'], parts }), catalogue)).toEqual([{ code }])
  })

  const inside = (type: string, target: string) => relation(type, target).replace(' TargetMode="External"', '')
  const spread = (instruction: string) =>
    `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r>${
      [...instruction].map((letter) => `<w:r><w:instrText xml:space="preserve">${letter}</w:instrText></w:r>`).join('')
    }<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`
  const simple = (instruction: string) => `<w:p><w:fldSimple w:instr="${instruction}"><w:r><w:t>1</w:t></w:r></w:fldSimple></w:p>`

  it.each<[string, Partial<Parameters<typeof docx>[0]>, string, string?]>([
    ['an address without a mode', { parts: { 'word/_rels/document.xml.rels': inside('image', 'http://127.0.0.1/a.png') } }, 'external'],
    ['a share of the network', { parts: { 'word/_rels/document.xml.rels': inside('image', '\\\\host\\a.png') } }, 'external'],
    ['a part that nobody knows', { parts: { 'word/webextensions/taskpanes.xml': '<a/>' } }, 'part', 'word/webextensions/taskpanes.xml'],
    ['a main part elsewhere', { parts: { '_rels/.rels': inside('officeDocument', 'other/document.xml') } }, 'part', 'other/document.xml'],
    ['a subdocument', { parts: { 'word/_rels/document.xml.rels': inside('subDocument', 'part.docx') } }, 'relation', 'subDocument'],
    ['a text from a file', { body: [spread(' INCLUDETEXT "a.docx" ')] }, 'field', 'INCLUDETEXT'],
    ['a picture from a file, in small letters', { body: [simple(' includepicture &quot;a.png&quot; ')] }, 'field', 'includepicture'],
    ['a field of another program', { body: [spread('DDEAUTO excel "a"')] }, 'field', 'DDEAUTO'],
    ['a field in its foot', { parts: { 'word/footer1.xml': `<w:ftr xmlns:w="w">${simple('DATABASE')}</w:ftr>` } }, 'field', 'DATABASE'],
    ['a link to a file, as a field', { body: [spread('HYPERLINK "file:///etc/passwd"')] }, 'field', 'HYPERLINK'],
  ])('with %s is refused by its name', async (_, { body = [], parts }, code, name) => {
    expect(await checkTemplate(await docx({ body: ['{title}', ...body], ...(parts && { parts }) }), catalogue)).toEqual([
      { code, ...(name !== undefined && { parameters: { name } }) },
    ])
  })

  it('is none whose main part has a number, with a diagram and with the label of a company', async () => {
    const file = await docx({ body: ['{title}'],
      parts: { 'word/document.xml': '<w:document xmlns:w="w"/>', 'word/document2.xml': await partOf(await docx({ body: ['{title}'] })),
        '_rels/.rels': inside('officeDocument', 'word/document2.xml').replace('xmlns="r"',
          'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"'), 'word/diagrams/quickStyle1.xml': '<a/>',
        'docMetadata/LabelInfo.xml': '<a/>' } })
    expect(await checkTemplate(file, catalogue)).toEqual([])
  })

  it('is none that counts its pages, writes the date, or links to a page or a place in itself', async () => {
    const fields = [' PAGE  \\* MERGEFORMAT ', 'NUMPAGES', 'DATE \\@ "yyyy-MM-dd"', 'HYPERLINK "https://www.example.com"',
      'HYPERLINK \\l "a"', '=1+1']
    expect(await problemsOf('{title}', ...fields.map(spread), simple('SECTIONPAGES'))).toEqual([])
  })

  it('that is no zip is refused, and a link to a page is not', async () => {
    expect(await checkTemplate(Buffer.from('{title}'), catalogue)).toEqual([{ code: 'notWord' }])
    const linked = await docx({ body: ['{title}'],
      parts: { 'word/_rels/document.xml.rels': relation('hyperlink', 'https://www.example.com') } })
    expect(await checkTemplate(linked, catalogue)).toEqual([])
  })
})

describe('a template that is filled', () => {
  it('repeats rows, keeps what holds, and leaves out what does not', async () => {
    const table = `<w:tbl>${cells('#', '金额')}${cells('{#items}{row.no}', '{amount}{/items}')}</w:tbl>`
    const file = await docx({ body: ['{title}', table, '{#remark}备注：{remark}{/}', '{#!remark}无备注{/}', '{#doc.isCompleted}完成{/}'] })
    const filled = await fillTemplate(file, { title: '甲', remark: '', 'doc.isCompleted': true,
      items: [{ 'row.no': '1', amount: '￥1.00' }, { 'row.no': '2', amount: '￥2.00' }] })
    expect((await paragraphsOf(filled)).filter(Boolean)).toEqual(['甲', '#', '金额', '1', '￥1.00', '2', '￥2.00', '无备注', '完成'])
  })

  it('fills notes below pages and behind the text, comments, and tags that lie across smart tags', async () => {
    const kinds = ['footnotes', 'endnotes', 'comments']
    const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
    const relations = kinds.map((kind, index) => `<Relationship Id="rId${index}" Type="${office}/${kind}" Target="${kind}.xml"/>`)
    const parts = {
      'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${
        relations.join('')
      }</Relationships>`,
      ...Object.fromEntries(kinds.map((kind) => [`word/${kind}.xml`, `<w:${kind} xmlns:w="w">${inRuns('{doc.num', 'ber}')}</w:${kind}>`])),
    }
    const smart =
      '<w:p><w:r><w:t>{doc.</w:t></w:r><w:smartTag w:element="x"><w:smartTagPr/><w:r><w:t>number</w:t></w:r></w:smartTag><w:r><w:t>}</w:t></w:r></w:p>'
    const file = await docx({ body: [smart], parts })
    expect(await checkTemplate(file, catalogue)).toEqual([])
    const filled = await fillTemplate(file, { 'doc.number': 'BX-7' })
    expect(await paragraphsOf(filled)).toEqual(['BX-7'])
    for (const kind of kinds) expect(await partOf(filled, `word/${kind}.xml`)).toMatch(/>BX-7</)
  })

  it('has a picture where its tag stands, and declares what the picture needs', async () => {
    const filled = await fillTemplate(await docx({ body: ['{doc.seal}'] }), {
      'doc.seal': { image: Buffer.from('picture'), type: 'image/png', width: 130, height: 130 },
    })
    expect(await partOf(filled)).toMatch(/^<\?xml[^>]*\?><w:document [^>]*xmlns:wp="[^"]+".*<wp:inline/s)
    expect(await partOf(filled, 'word/media/image1.png')).toBe('picture')
    expect(await paragraphsOf(await fillTemplate(await docx({ body: ['a{doc.seal}'] }), { 'doc.seal': '' }))).toEqual(['a'])
  })

  it('takes what people wrote as text: no tag, no markup, no character that Word refuses', async () => {
    const filled = await fillTemplate(await docx({ body: ['{title}', '{#items}{detail}{/items}'] }), {
      title: '{remark}<w:p/>&amp;\u0001\n第二行',
      remark: 'X',
      items: [{ detail: '{title}' }],
    })
    expect(await paragraphsOf(filled)).toEqual(['{remark}&lt;w:p/&gt;&amp;amp;\n第二行', '{title}'])
    // oxlint-disable-next-line no-control-regex -- what is looked for
    expect(await partOf(filled)).not.toMatch(/\u0001/)
  })
})

describe('a starter', () => {
  const forms = declarations.flatMap((plugin) => plugin.forms).filter(({ print }) => print !== false)

  it.each(everyNth(3, forms.map((form) => [form.key, form] as const)))('of %s names nothing but what the form has, in both languages',
    async (_, form) => {
      for (const locale of ['cn', 'en'] as const) expect(await checkTemplate(await starterOf(form, locale), tagsOf(form))).toEqual([])
    })

  it.each(everyNth(10, forms.map((form) => [form.key, form] as const)))('of %s holds every text of every row in full, in its order',
    async (_, form) => {
      const texts: string[] = []
      const textOf = (length: number) => {
        const own = Array.from({ length }, (_, place) => String.fromCodePoint(0x20000 + texts.length * 32 + ((place * 7) % 32))).join('')
        texts.push(own)
        return own
      }
      const { general, fields, loops, conditions } = tagsOf(form)
      const rowOf = (columns: TagCatalogue['fields']) => Object.fromEntries(columns.map(({ name }) => [name, textOf(2000)]))
      const filled = await fillTemplate(await starterOf(form, 'cn'), {
        ...Object.fromEntries(conditions.map(({ name }) => [name, true])),
        ...Object.fromEntries([...general, ...fields].map(({ name }) => [name, textOf(4000)])),
        ...Object.fromEntries(loops.map(({ name, columns }) => [name, [rowOf(columns), rowOf(columns)]])),
      })
      const body = Array.from((await paragraphsOf(filled)).join(''))
      const parts = texts.map((text) => ({ own: new Set(text), text }))
      const isWhole = parts.map(({ own, text }) => body.filter((character) => own.has(character)).join('').replaceAll(text, '') === '')
      expect(isWhole.every(Boolean)).toBe(true)
      // fields left out by the starter are not part of a row
      expect(loops.flatMap(({ columns }) => columns).length * 2).toBeLessThanOrEqual(
        parts.filter(({ own }) => body.some((character) => own.has(character))).length,
      )
    })

  it('prints a table only where it has rows, without the lines of its condition', async () => {
    const form = forms.find(({ key }) => key === 'expenseReimbursement')!
    const head = form.fields['payeeLines']!.columns!['proceedsAccount']!.cn
    const filledWith = async (rows: readonly Record<string, string>[]) =>
      paragraphsOf(await fillTemplate(await starterOf(form, 'cn'), { payeeLines: rows, 'has.payeeLines': rows.length > 0 }))
    const [none, one] = [await filledWith([]), await filledWith([{ proceedsAccount: '6222' }])]
    expect([none.includes(head), one.includes(head), one.includes('6222')]).toEqual([false, true, true])
    expect([...none, ...one].filter((text) => text.includes('{'))).toEqual([])
  })

  it('has a head on each page of a long table: no table joins another, and the first row of each loop is its head', async () => {
    for (const form of forms) {
      const xml = await partOf(await starterOf(form, 'cn'))
      expect(xml).not.toMatch(/<\/w:tbl><w:tbl>/)
      // widths must be integers
      expect(xml).not.toMatch(/w:w="\d+\.\d/)
      const loops = xml.split('<w:tbl>').filter((table) => table.includes('{row.no}'))
      expect(loops.length).toBeGreaterThan(0)
      expect(loops.every((table) => table.indexOf('<w:tblHeader/>') < table.indexOf('</w:tr>') && table.includes('<w:tblHeader/>'))).toBe(
        true,
      )
    }
  })
})
