import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Form as AntForm, Select } from 'antd'
import type { FieldDefinition } from '#kernel/fields.ts'
import { filterOf, traitsOf } from '#kernel/kinds/host-traits.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import type { RegisterContent } from '../../registers/wire.ts'
import { Labelled } from '../parts/controls.tsx'
import { switchedBy, useRegisterDesigning } from './designing.ts'
import { useRegisterText } from './texts.ts'

const isListed = (field: FieldDefinition): boolean => !['nothing', 'rows'].includes(kindOf(field).holds) && traitsOf(field).column !== null

const isComparable = (field: FieldDefinition): boolean =>
  traitsOf(field).isComparable === true &&
  (kindOf(field).holds !== 'text' || (field.max ?? 200) <= 300)

/** List columns, search, filters and unique keys of the records. */
export function ListPart() {
  const { content, apply, isReadOnly, problems } = useRegisterDesigning()
  const { t, label } = useRegisterText()
  const put = (part: Partial<RegisterContent>) => apply({ ...content, ...part })
  const own = problems.filter(({ where }) => /^(columns|filters|search|sort|key|unique|shown|enable)\b/.test(where))
  return (
    <AntForm layout="vertical" component={false} disabled={isReadOnly}>
      <div className="oa-ff-page stack filled-column gap-12 scroll">
        {own.length > 0 && (
          <ul className="oa-ff-problems red small" role="alert">
            {own.map(({ where, text }) => <li key={where + text.en}>{label(text)}</li>)}
          </ul>
        )}
        <SectionTitle>{t('list')}</SectionTitle>
        <div className="oa-ff-narrow">
          <FieldsControl label={t('columns')} hint={t('columnsHint')} value={content.columns} fits={isListed}
            onChange={(columns) => put({ columns })} />
          <FieldsControl label={t('filters')} value={content.filters} fits={(field) => filterOf(field) !== null && isListed(field)}
            onChange={(filters) => put({ filters })} />
          <FieldsControl label={t('searched')} hint={t('searchedHint')} value={content.search}
            fits={(field, key) => kindOf(field).holds === 'text' && key !== content.key} onChange={(search) => put({ search })} />
          <Labelled label={t('sort')}>
            {(id) => (
              <Select id={id} value={`${content.sort.descending ? '-' : ''}${content.sort.field}`}
                options={content.columns.flatMap((key) => {
                  const field = content.fields[key]
                  if (!field || traitsOf(field).isUnsorted) return []
                  return [{ value: key, label: t('ascending', { name: label(field) }) }, { value: `-${key}`,
                    label: t('descending', { name: label(field) }) }]
                })} onChange={(next: string) =>
                put({ sort: next.startsWith('-') ? { field: next.slice(1), descending: true } : { field: next } })} />
            )}
          </Labelled>
        </div>
        <SectionTitle>{t('unique')}</SectionTitle>
        <div className="oa-ff-narrow">
          <Labelled label={t('named')} hint={t('namedHint')}>
            {(id) => (
              <Select id={id} value={content.key} onChange={(key: string) => put({ key })}
                options={Object.entries(content.fields).filter(([, field]) => field.kind === 'text' && field.required === true)
                  .map(([value, field]) => ({ value, label: label(field) }))} />
            )}
          </Labelled>
          {content.unique.map((keys, at) => (
            <div key={at} className="oa-ff-unique grid gap-8">
              <FieldsControl label={t('uniqueNo', { number: at + 1 })} value={keys} max={4} fits={isComparable}
                onChange={(next) => put({ unique: content.unique.with(at, next) })} />
              <Button type="text" icon={<DeleteOutlined />} aria-label={t('removeUnique', { number: at + 1 })}
                onClick={() => put({ unique: content.unique.toSpliced(at, 1) })} />
            </div>
          ))}
          <Button type="dashed" size="small" icon={<PlusOutlined aria-hidden />} disabled={isReadOnly || content.unique.length >= 5}
            onClick={() => put({ unique: [...content.unique, []] })}
          >
            {t('addUnique')}
          </Button>
        </div>
        <SectionTitle>{t('inForms')}</SectionTitle>
        <div className="oa-ff-narrow">
          <FieldsControl label={t('shown')} hint={t('shownHint')} value={content.shown}
            fits={(field, key) => isListed(field) && key !== content.key} onChange={(shown) => put({ shown })} />
          <FieldControl label={t('enable')} hint={t('enableHint')} value={content.enable}
            fits={(field) => kindOf(field).holds === 'boolean'} onChange={(enable) => apply(switchedBy(content, enable))} />
        </div>
      </div>
    </AntForm>
  )
}

interface FieldsControlProps {
  readonly label: string
  readonly hint?: string
  readonly value: readonly string[]
  readonly max?: number
  fits(field: FieldDefinition, key: string): boolean
  onChange(keys: string[]): void
}

/** Several fields, in their order. */
function FieldsControl({ label: name, hint, value, max, fits, onChange }: FieldsControlProps) {
  const { content: { fields } } = useRegisterDesigning()
  const { label } = useRegisterText()
  const options = Object.entries(fields).filter(([key, field]) => fits(field, key) || value.includes(key))
    .map(([key, field]) => ({ value: key, label: label(field) }))
  return (
    <Labelled label={name} hint={hint}>
      {(id) => (
        <Select id={id} mode="multiple" optionFilterProp="label" {...(max !== undefined && { maxCount: max })} value={[...value]}
          options={options} onChange={onChange} />
      )}
    </Labelled>
  )
}

interface FieldControlProps {
  readonly label: string
  readonly hint?: string
  readonly value: string | undefined
  fits(field: FieldDefinition): boolean
  onChange(key: string | undefined): void
}

function FieldControl({ label: name, hint, value, fits, onChange }: FieldControlProps) {
  const { content: { fields } } = useRegisterDesigning()
  const { t, label } = useRegisterText()
  return (
    <Labelled label={name} hint={hint}>
      {(id) => (
        <Select id={id} allowClear placeholder={t('none')} value={value} onChange={(next?: string) => onChange(next)}
          options={Object.entries(fields).filter(([, field]) => fits(field)).map(([key, field]) => ({ value: key,
            label: label(field) })
          )} />
      )}
    </Labelled>
  )
}

/** The records that people see, and the place where rights are given. */
export function RightsPart() {
  const { content, apply, isReadOnly, problems, design } = useRegisterDesigning()
  const { t, label } = useRegisterText()
  const { departments, owner } = content.scope
  const put = (part: Readonly<Record<string, string | undefined>>) => {
    const next = Object.fromEntries(Object.entries({ departments, owner, ...part }).filter(([, key]) => key !== undefined))
    apply({ ...content, scope: next })
  }
  const isOf = (field: FieldDefinition, kind: string) => (field.of ?? field.kind) === kind
  const own = problems.filter(({ where }) => where.startsWith('scope'))
  return (
    <AntForm layout="vertical" component={false} disabled={isReadOnly}>
      <div className="oa-ff-page stack filled-column gap-12 scroll">
        {own.length > 0 && (
          <ul className="oa-ff-problems red small" role="alert">
            {own.map(({ where, text }) => <li key={where + text.en}>{label(text)}</li>)}
          </ul>
        )}
        <SectionTitle>{t('rights')}</SectionTitle>
        <p className="oa-ff-quiet small">{t(design.version === null ? 'rightsLater' : 'rightsHint')}</p>
        <SectionTitle>{t('scope')}</SectionTitle>
        <p className="oa-ff-quiet small">{t('scopeHint')}</p>
        <div className="oa-ff-narrow">
          <FieldControl label={t('scopeDepartments')} value={departments} fits={(field) => isOf(field, 'department')}
            onChange={(next) => put({ departments: next })} />
          <Labelled label={t('scopeOwner')}>
            {(id) => (
              <Select id={id} allowClear placeholder={t('none')} value={owner} onChange={(next?: string) => put({ owner: next })}
                options={[{ value: 'createBy', label: t('creator') },
                  ...Object.entries(content.fields).filter(([, field]) => isOf(field, 'person') || isOf(field, 'people')).map((
                    [value, field],
                  ) => ({ value, label: label(field) }))]} />
            )}
          </Labelled>
        </div>
      </div>
    </AntForm>
  )
}
