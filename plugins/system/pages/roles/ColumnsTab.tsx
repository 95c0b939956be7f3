import { useQuery } from '@tanstack/react-query'
import { Input, Select } from 'antd'
import { useId, useState } from 'react'
import type { ColumnAccess } from '#kernel/fields/disclosure.ts'
import { useHttp } from '#shell/backend.ts'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { ErrorState, StateView } from '#shell/states/StateView.tsx'
import type { ColumnField, ColumnSubject, RoleColumn } from '#plugins/system/access-wire.ts'
import { type RoleEditing, withColumn } from './draft.ts'
import { columnsQuery, useRoleText } from './roles.ts'

interface ColumnsProps {
  readonly editing: RoleEditing
  readonly canEdit: boolean
}

/** Column access of a role. */
export function ColumnsTab({ editing, canEdit }: ColumnsProps) {
  const { data, error, refetch } = useQuery(columnsQuery(useHttp()))
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <RowsSkeleton columns={['30%', '40%']} />
  return <Columns subjects={data} editing={editing} canEdit={canEdit} />
}

/** Columns of one resource or form at a time; the select shows the number of settings of each. */
function Columns({ subjects, editing: { draft, change }, canEdit }: ColumnsProps & { readonly subjects: readonly ColumnSubject[] }) {
  const { t, label } = useRoleText()
  const id = useId()
  const [chosen, setChosen] = useState(() => draft.columns[0]?.subject ?? subjects[0]?.subject)
  const [keyword, setKeyword] = useState('')
  const subject = subjects.find((one) => one.subject === chosen)
  const countOf = (name: string) => draft.columns.filter((one) => one.subject === name).length
  const options = (kind: ColumnSubject['kind']) => ({
    label: t(kind === 'resource' ? 'columnRecords' : 'columnForms'),
    options: subjects.filter((one) => one.kind === kind).map((one) => ({ value: one.subject,
      label: countOf(one.subject) > 0 ? `${label(one)} (${countOf(one.subject)})` : label(one) })
    ),
  })
  const fields = (subject?.fields ?? []).filter(({ field, cn, en }) =>
    `${field} ${cn} ${en}`.toLowerCase().includes(keyword.trim().toLowerCase())
  )
  return (
    <div className="oa-role-columns">
      <div className="oa-rights-tools row wrap between">
        <Select id={id} showSearch optionFilterProp="label" aria-label={t('columnSubject')} popupMatchSelectWidth={false} value={chosen}
          options={[options('resource'), options('form')]} onChange={setChosen} />
        <Input allowClear aria-label={t('columnFilter')} placeholder={t('columnFilter')} value={keyword} maxLength={60}
          onChange={({ target }) => setKeyword(target.value)} />
      </div>
      <p className="oa-role-note muted">{t(subject?.kind === 'form' ? 'columnFormHint' : 'columnHint')}</p>
      {fields.length === 0 && <StateView illustration="search" role="status" title={t('noColumn')} />}
      <ul>
        {subject &&
          fields.map((field) => (
            <ColumnLine key={field.field} subject={subject.subject} field={field} columns={draft.columns} canEdit={canEdit}
              onChange={(columns) => change({ columns })} />
          ))}
      </ul>
    </div>
  )
}

interface LineProps {
  readonly subject: string
  readonly field: ColumnField
  readonly columns: readonly RoleColumn[]
  readonly canEdit: boolean
  onChange(columns: readonly RoleColumn[]): void
}

function ColumnLine({ subject, field, columns, canEdit, onChange }: LineProps) {
  const { t, label } = useRoleText()
  const access = columns.find((one) => one.subject === subject && one.field === field.field)?.access
  const options = [{ value: '', label: t('accessNone') }, ...field.accesses.map((value) => ({ value, label: t(`access_${value}`) }))]
  return (
    <li className={access === undefined ? undefined : 'is-set'}>
      <span>{label(field)}{field.required && <em>{t('columnRequired')}</em>}</span>
      <Select aria-label={label(field)} disabled={!canEdit} value={access ?? ''} options={options}
        onChange={(value: ColumnAccess | '') => onChange(withColumn(columns, { subject, field: field.field }, value || undefined))} />
    </li>
  )
}
