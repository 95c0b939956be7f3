/** A source of the reference: its interfaces and functions are listed below a heading, in the order of the file. */
export interface ReferencePart {
  readonly heading: string
  readonly about: string
  readonly path: string
  /** Interfaces to list; all exported ones where it is absent. */
  readonly interfaces?: readonly string[]
  /** True where its exported functions are listed, too. */
  readonly functions?: true
}

/** The guide that is generated from doc comments. */
export const referencePath = 'docs/reference.md'

const referenceParts: readonly ReferencePart[] = [
  { heading: 'Form', path: 'src/kernel/form.ts', about: '`defineForm` in a type’s `index.ts` ([how](add-a-form.md)).' },
  { heading: 'Field', path: 'src/kernel/fields/definition.ts', interfaces: ['FieldDefinition', 'Because', 'ColumnGroup'],
    about: 'What a builder (`text`, `money`, `reference` …) is given, in forms and resources alike. '
      + 'The compiler and the start refuse what a kind does not read.' },
  { heading: 'Links and records', path: 'src/kernel/fields/links.ts',
    about: 'What a field knows of linked documents, records and other systems.' },
  { heading: 'Rule', path: 'src/kernel/rules.ts', about: '`rule` among a form’s rules.' },
  { heading: 'Flow', path: 'src/kernel/flow.ts', functions: true,
    about: '`approve`, `copy` and the blocks in a form’s flow ([how](add-a-form.md#4-flow)).' },
  { heading: 'Resource', path: 'src/kernel/resource.ts', about: '`defineResource` in a module’s `resources` ([how](add-a-plugin.md)).' },
]

interface Member {
  readonly name: string
  readonly type: string
  readonly about: string
}

/** Returns the reference as Markdown. @param read the text of a source by its path */
export function referenceText(read: (path: string) => string): string {
  const parts = referenceParts.map(({ heading, about, path, interfaces, functions }) =>
    [`## ${heading}`, `${about} Source: \`${path}\`.`, ...(functions ? [functionTable(read(path))] : []),
      ...interfacesOf(read(path)).filter(({ name }) => interfaces?.includes(name) ?? true).flatMap(sectionOf)].join('\n\n')
  )
  return [
    '# Reference',
    'The attributes of forms, fields, rules, flows and resources. Written by `npm run reference` from the doc comments of the sources; the'
    + ' guides say how they are used.',
    ...parts,
  ].join('\n\n').concat('\n')
}

function sectionOf({ name, about, members }: ReturnType<typeof interfacesOf>[number]): readonly string[] {
  const rows = members.map((member) => `| \`${member.name}\` | ${cell(`\`${member.type}\``)} | ${cell(member.about)} |`)
  return [`### ${name}`, ...(about === '' ? [] : [about]), ['| attribute | type | meaning |', '|---|---|---|', ...rows].join('\n')]
}

/** The exported functions and values of a source that have a doc comment. */
function functionTable(source: string): string {
  const declared = /\/\*\*((?:(?!\*\/)[^])*)\*\/\nexport (?:const|function) (\w+)(?: = )?(\((?:[^()]|\([^()]*\))*\))?/g
  const rows = [...source.matchAll(declared)].map(([, comment = '', name = '', parameters = '']) =>
    `| ${cell(`\`${name}${inOneLine(parameters)}\``)} | ${cell(prose(comment))} |`
  )
  return ['| function | meaning |', '|---|---|', ...rows].join('\n')
}

const cell = (text: string): string => text.replaceAll('|', '\\|')

/** The exported interfaces of a formatted source that have members, with their doc comments. */
function interfacesOf(source: string) {
  const declared = /(?:\/\*\*((?:(?!\*\/)[^])*)\*\/\n)?export interface (\w+)[^{\n]*\{\n([^]*?)\n\}/g
  return [...source.matchAll(declared)].map(([, comment = '', name = '', body = '']) => ({ name, about: prose(comment),
    members: membersOf(body) })
  )
}

/** The members of an interface, each from its first line at the outermost indentation to the next. */
function membersOf(body: string): readonly Member[] {
  const member =
    /(?:^ {2}\/\*\*((?:(?!\*\/)[^])*)\*\/\n)?^ {2}(?:readonly )?(\w+)(\??): ([^]*?)(?=\n {2}(?:\/\*\*|(?:readonly )?\w)|$(?![^]))/gm
  return [...body.matchAll(member)].map(([, comment = '', name = '', optional = '', type = '']) => ({ name: `${name}${optional}`,
    type: inOneLine(type), about: prose(comment) })
  )
}

/** A doc comment as a paragraph; an example follows in code. */
function prose(comment: string): string {
  const lines = comment.split('\n').map((line) => line.replace(/^\s*\* ?/, '')).join('\n')
  const [about = '', ...tags] = lines.split(/^\s*@(?=example |default |param )/m)
  return [inOneLine(about), ...tags.map((tag) => {
    const [, kind, text = ''] = /^(\w+) ([^]*)$/.exec(tag) ?? []
    if (kind === 'param') return `\`${text.split(' ')[0]}\`: ${inOneLine(text.replace(/^\w+ /, ''))}.`
    return `${kind === 'default' ? 'Default' : 'Example'}: \`${inOneLine(text)}\`.`
  })].join(' ').trim()
}

const inOneLine = (text: string): string => text.trim().replaceAll(/\s*\n\s*/g, ' ')
