import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input, InputNumber, Segmented, Select } from 'antd'
import { Fragment } from 'react'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { Option } from '#kernel/fields/definition.ts'
import { summaryKind } from '#kernel/fields/summary.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import { useDeclarations } from '#shell/routing/routes-context.ts'
import { useDictionary } from '#shell/start/directory.ts'
import { reads, useRead } from '#shell/start/reads.ts'
import { attributeName, useDesigning } from '../designing.ts'
import { BothLanguages, ExpressionControl, type FieldPartProps, Labelled, SwitchLine } from '../parts/controls.tsx'
import { useDesignerText } from '../texts.ts'

const figures = ['min', 'max', 'step', 'precision'] as const
const switches = ['each', 'rmb', 'isName', 'months', 'seconds', 'isLateAfter', 'masked', 'bilingual', 'freeText', 'own', 'binds'] as const

/** Megabyte of an attachment, in bytes. */
const megabyte = 1_000_000

/** The attributes that the kind of a field reads beside those that all have; `without`: those that do not apply here. */
export function KindPart({ without = [], ...props }: FieldPartProps & { readonly without?: readonly string[] }) {
  const { field, put } = props
  const text = useDesignerText()
  const { t } = text
  const reads: ReadonlySet<string> = new Set(kindOf(field).attributes.filter((attribute) => !without.includes(attribute)))
  const numbers = figures.filter((attribute) => reads.has(attribute))
  const flags = switches.filter((attribute) => reads.has(attribute))
  const parts = ownParts.filter(({ reads: name }) => reads.has(name))
  if (numbers.length + flags.length + parts.length === 0) return null
  return (
    <section className="oa-ff-part line-top above-6" aria-label={t('ofKind')}>
      <h3>{t('ofKind')}</h3>
      {parts.map(({ reads: name, part: Part }) => <Part key={name} {...props} />)}
      {numbers.length > 0 && (
        <div className="oa-ff-pair grid halves gap-0-12">
          {numbers.map((attribute) => (
            <Labelled key={attribute} label={figureName(attribute, field, text)}>
              {(id) => (
                <InputNumber id={id} className="wide" value={field[attribute] ?? null} precision={attribute === 'precision' ? 0 : undefined}
                  onChange={(value) => put({ [attribute]: value ?? undefined }, attribute)} />
              )}
            </Labelled>
          ))}
        </div>
      )}
      {flags.map((attribute) => (
        <SwitchLine key={attribute} label={attributeName(attribute, text)} value={field[attribute] === true}
          onChange={(is) => put({ [attribute]: is || undefined })} />
      ))}
    </section>
  )
}

function Pattern(props: FieldPartProps) {
  const { field, put } = props
  const { t } = useDesignerText()
  return (
    <>
      <Labelled label={t('attribute.pattern')} hint={t('patternHint')}>
        {(id) => (
          <Input id={id} value={field.pattern ?? ''} maxLength={200} spellCheck={false}
            onChange={({ target: { value } }) =>
              put({ pattern: value || undefined, ...(value === '' && { patternMessage: undefined }) }, 'pattern')} />
        )}
      </Labelled>
      {field.pattern !== undefined && <BothLanguages {...props} attribute="patternMessage" />}
    </>
  )
}

const Unit = (props: FieldPartProps) => <BothLanguages {...props} attribute="unit" />

const summaries = ['sum', 'average', 'count', 'none'] as const

/** The figure of a column below the rows of its table. */
function ColumnSummary({ field, table, put }: FieldPartProps) {
  const { t } = useDesignerText()
  if (table === undefined) return null
  return (
    <Labelled label={t('attribute.summary')}>
      {(id) => (
        <Select id={id} value={summaryKind(field) ?? 'none'} options={summaries.map((value) => ({ value, label: t(`summary.${value}`) }))}
          onChange={(summary) => put({ summary })} />
      )}
    </Labelled>
  )
}

/** Columns in which no two rows of a document have the same value. */
function UniqueColumns({ field, put }: FieldPartProps) {
  const { t, label } = useDesignerText()
  const columns = Object.entries(field.columns ?? {}).filter(([, column]) => kindOf(column).isComparable)
  return (
    <Labelled label={t('attribute.uniqueColumns')}>
      {(id) => (
        <Select id={id} mode="multiple" optionFilterProp="label" value={[...(field.uniqueColumns ?? [])]}
          options={columns.map(([value, column]) => ({ value, label: label(column) }))}
          onChange={(next: string[]) => put({ uniqueColumns: next.length > 0 ? next : undefined })} />
      )}
    </Labelled>
  )
}

/** The earliest and the latest day of a date. */
function Days({ field, table, put }: FieldPartProps) {
  const { t } = useDesignerText()
  return (
    <>
      {(['earliest', 'latest'] as const).map((limit) => (
        <Fragment key={limit}>
          <SwitchLine label={t(`attribute.${limit}`)} value={field[limit] !== undefined}
            onChange={(is) => put({ [limit]: is ? 'today()' : undefined })} />
          {field[limit] !== undefined && (
            <ExpressionControl label={t(`${limit}Day`)} table={table} hint={t('daysHint')} value={field[limit]} onChange={(next) =>
              put({ [limit]: next }, limit)} />
          )}
        </Fragment>
      ))}
    </>
  )
}

/** A condition on the candidates that are offered. */
function Candidates({ field, table, put }: FieldPartProps) {
  const { t } = useDesignerText()
  return (
    <>
      <SwitchLine label={t('attribute.filter')} value={field.filter !== undefined}
        onChange={(is) => put({ filter: is ? 'true' : undefined })} />
      {field.filter !== undefined && (
        <ExpressionControl label={t('filterWhen')} table={table} extra={['option']} hint={t('filterHint')} value={field.filter}
          onChange={(filter) => put({ filter }, 'filter')} />
      )}
    </>
  )
}

/** Least and most: of characters, of rows, of files or of the value itself. */
function figureName(attribute: (typeof figures)[number], { kind }: FieldDefinition, { t }: ReturnType<typeof useDesignerText>): string {
  if (attribute === 'precision' || attribute === 'step') return t(`attribute.${attribute}`)
  const { holds } = kindOf({ kind })
  if (holds === 'text') return t(`${attribute}Characters`)
  if (holds === 'rows') return t(`${attribute}Rows`)
  return holds === 'ids' || holds === 'choices' ? t(`${attribute}Count`) : t(`attribute.${attribute}`)
}

const results = ['money', 'number', 'integer', 'text', 'boolean', 'date'] as const

function Formula({ field, table, put }: FieldPartProps) {
  const { t } = useDesignerText()
  return (
    <>
      <ExpressionControl label={t('attribute.value')} table={table} hint={t('formulaHint')} value={field.value ?? ''}
        onChange={(value) => put({ value }, 'value')} />
      <Labelled label={t('attribute.result')}>
        {(id) => (
          <Select id={id} value={field.result ?? 'number'} options={results.map((value) => ({ value, label: t(`result.${value}`) }))}
            onChange={(result) => put({ result })} />
        )}
      </Labelled>
    </>
  )
}

/** Options of the field's own, or those of a dictionary. */
function Choices({ field, put }: FieldPartProps) {
  const { t, label, locale } = useDesignerText()
  const { isReadOnly } = useDesigning()
  const dictionaries = useRead(reads.dictionaries) ?? []
  const types = [...new Set(dictionaries.map(({ type }) => type))].map((type) => ({ value: type, label: `${type}: ${
    dictionaries
      .filter((item) => item.type === type).slice(0, 3).map((item) => (locale === 'cn' ? item.label : (item.localName || item.label)))
      .join(t('comma'))
  }` }))
  const options = field.options ?? []
  const source = field.dict === undefined ? 'own' : 'dict'
  const put1 = (at: number, part: Partial<Option>) => put({ options: options.with(at, { ...options[at]!, ...part }) }, `option ${at}`)
  const values = new Set(options.map(({ value }) => value))
  const fresh = (): string => {
    for (let number = options.length + 1;; number++) if (!values.has(`o${number}`)) return `o${number}`
  }
  return (
    <>
      <Segmented block aria-label={t('choices')} value={source}
        options={[{ value: 'own', label: t('choices.own') }, { value: 'dict', label: t('choices.dict') }]} onChange={(next) =>
        put(next === 'dict'
          ? { options: undefined, dict: types[0]?.value ?? '' }
          : { dict: undefined, excludes: undefined,
            options: [{ value: 'o1', cn: '选项一', en: 'Option 1' }, { value: 'o2', cn: '选项二', en: 'Option 2' }] })} />
      {source === 'dict'
        ? (
          <>
            <Labelled label={t('attribute.dict')}>
              {(id) => (
                <Select id={id} showSearch optionFilterProp="label" value={field.dict} options={types}
                  onChange={(dict: string) => put({ dict, excludes: undefined })} />
              )}
            </Labelled>
            <Excludes field={field} put={put} />
          </>
        )
        : (
          <div className="oa-ff-options grid gap-6">
            {options.map((option, at) => (
              <div key={at} className="oa-ff-option grid gap-4">
                <Input size="small" aria-label={t('optionCn', { number: at + 1 })} value={option.cn} maxLength={60}
                  onChange={({ target }) => put1(at, { cn: target.value })} />
                <Input size="small" aria-label={t('optionEn', { number: at + 1 })} value={option.en} maxLength={60}
                  onChange={({ target }) => put1(at, { en: target.value })} />
                <Input size="small" aria-label={t('optionValue', { number: at + 1 })} value={option.value} maxLength={40}
                  onChange={({ target }) => put1(at, { value: target.value })} />
                <Button type="text" size="small" icon={<DeleteOutlined />} aria-label={t('removeOption', { name: label(option) })}
                  disabled={isReadOnly || options.length === 1} onClick={() => put({ options: options.toSpliced(at, 1) })} />
              </div>
            ))}
            <Button type="dashed" size="small" block icon={<PlusOutlined aria-hidden />} disabled={isReadOnly || options.length >= 100}
              onClick={() => put({ options: [...options, { value: fresh(), cn: '', en: '' }] })}
            >
              {t('addOption')}
            </Button>
          </div>
        )}
    </>
  )
}

/** Values of the dictionary that the field does not offer. */
function Excludes({ field, put }: Pick<FieldPartProps, 'field' | 'put'>) {
  const { t, label } = useDesignerText()
  const listed = useDictionary(field.dict)
  return (
    <Labelled label={t('attribute.excludes')}>
      {(id) => (
        <Select id={id} mode="multiple" optionFilterProp="label" value={[...(field.excludes ?? [])]}
          options={listed.map((option) => ({ value: option.value, label: label(option) }))}
          onChange={(excludes: string[]) => put({ excludes: excludes.length > 0 ? excludes : undefined })} />
      )}
    </Labelled>
  )
}

/** The kind of records that a reference chooses from. */
function Target({ field, put }: FieldPartProps) {
  const { t, label } = useDesignerText()
  const { references, resources } = useDeclarations()
  const nameOf = (name: string): string => {
    const own = resources.find((resource) => resource.name === name || resource.offers === name)
    return own ? `${label(own)} (${name})` : name
  }
  return (
    <Labelled label={t('attribute.to')}>
      {(id) => (
        <Select id={id} showSearch optionFilterProp="label" value={field.to}
          options={references.map((value) => ({ value, label: nameOf(value) }))}
          onChange={(to: string) => put({ to, filter: undefined })} />
      )}
    </Labelled>
  )
}

const usualFiles: readonly string[] = ['pdf', 'jpg', 'jpeg', 'png', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'txt', 'zip']

function Files({ field, put }: FieldPartProps) {
  const { t } = useDesignerText()
  return (
    <>
      <Labelled label={t('attribute.extensions')} hint={t('extensionsHint')}>
        {(id) => (
          <Select id={id} mode="tags" value={[...(field.extensions ?? [])]} options={usualFiles.map((value) => ({ value, label: value }))}
            onChange={(extensions: string[]) =>
              put({ extensions: extensions.length > 0 ? extensions.map((name) => name.replace(/^\./, '').toLowerCase()) : undefined })} />
        )}
      </Labelled>
      <Labelled label={t('attribute.maxBytes')}>
        {(id) => (
          <InputNumber id={id} className="wide" min={1} max={204} addonAfter="MB"
            value={field.maxBytes === undefined ? null : field.maxBytes / megabyte}
            onChange={(value) => put({ maxBytes: value === null ? undefined : value * megabyte }, 'maxBytes')} />
        )}
      </Labelled>
    </>
  )
}

function Links({ field, put }: FieldPartProps) {
  const { t, locale } = useDesignerText()
  const types = useRead(reads.businessTypes) ?? []
  return (
    <>
      <Labelled label={t('attribute.links')} hint={t('linksHint')}>
        {(id) => (
          <Select id={id} mode="multiple" optionFilterProp="label" value={[...(field.links ?? [])]}
            options={types.map(({ value, label, labelEn }) => ({ value, label: locale === 'cn' ? label : labelEn }))}
            onChange={(links: string[]) => put({ links })} />
        )}
      </Labelled>
      <Labelled label={t('attribute.linkStates')}>
        {(id) => (
          <Select id={id} mode="multiple" value={[...(field.linkStates ?? ['completed'])]}
            options={(['inApproval', 'completed'] as const).map((value) => ({ value, label: t(`linkState.${value}`) }))}
            onChange={(linkStates: string[]) => put({ linkStates })} />
        )}
      </Labelled>
    </>
  )
}

/** Parts with a control of their own, by an attribute that the kind reads. */
const ownParts = [
  { reads: 'result', part: Formula },
  { reads: 'options', part: Choices },
  { reads: 'to', part: Target },
  { reads: 'extensions', part: Files },
  { reads: 'links', part: Links },
  { reads: 'pattern', part: Pattern },
  { reads: 'unit', part: Unit },
  { reads: 'summary', part: ColumnSummary },
  { reads: 'uniqueColumns', part: UniqueColumns },
  { reads: 'earliest', part: Days },
  { reads: 'filter', part: Candidates },
] as const
