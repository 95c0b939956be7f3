import { stateCodes } from '#approval/state-codes.ts'
import { SearchOutlined } from '@ant-design/icons'
import { Input, Select } from 'antd'
import { useMemo } from 'react'
import { ageText, waitingAges } from '#kernel/values/ages.ts'
import type { DaysPreset } from '#fields/moments/days.ts'
import { DaysField } from '#fields/moments/family.tsx'
import type { SearchField } from '#shell/list/SearchForm.tsx'
import { useDepartments } from '#shell/start/directory.ts'
import type { PersonSummary } from '#shell/start/answers.ts'
import { reads, useRead } from '#shell/start/reads.ts'
import { useText, type Text } from '#shell/text.tsx'
import { saidAge } from '../duration.ts'
import type { DocumentListKind } from '../lists.ts'
import { NodeField } from './NodeField.tsx'
import { keywordLabel } from './own-search-fields.tsx'

/** The search form of a list; a list of own documents has no field for who filed them. */
export function useSearchFields(list: DocumentListKind): readonly SearchField[] {
  const text = useText()
  const processes = useRead(reads.processes)
  const departments = useDepartments()
  const people = useRead(reads.people)

  return useMemo(() => {
    const { t, locale, name } = text
    const processOptions = (processes ?? []).map(({ businessType, processName, processNameEn }) => ({ value: businessType,
      label: locale === 'cn' ? processName : processNameEn })
    )
    const departmentOptions = departments.map(({ id, name: stored, fullName }) => ({ value: id, label: name(stored),
      path: name(fullName) })
    )
    const fields: (SearchField | false)[] = [
      keyword(keywordLabel(list.form, text)),
      list.name !== 'type' && {
        name: 'type',
        label: t('documents.process'),
        draw: ({ id, value, onChange, label }) => (
          <Select id={id} mode="multiple" maxTagCount="responsive" allowClear options={processOptions} optionFilterProp="label"
            placeholder={label} aria-label={label} value={value?.split(',') ?? []} onChange={(chosen: string[]) =>
            onChange(chosen.join(','))} />
        ),
      },
      list.name !== 'initiated' && {
        name: 'departments',
        label: t('documents.department'),
        draw: ({ id, value, onChange, label }) => (
          <Select id={id} mode="multiple" maxTagCount="responsive" allowClear options={departmentOptions} optionFilterProp="path"
            popupMatchSelectWidth={320} optionRender={({ data }) => data.path} placeholder={label} aria-label={label}
            value={value?.split(',') ?? []} onChange={(chosen: string[]) => onChange(chosen.join(','))} />
        ),
      },
      ...whoAndWhen(list.name, text, people ?? []),
    ]
    return fields.filter((field) => field !== false)
  }, [text, processes, departments, people, list.name, list.form])
}

/** The last fields of a list: those that narrow it most come first. */
function whoAndWhen(name: DocumentListKind['name'], text: Text, people: readonly PersonSummary[]): readonly SearchField[] {
  if (name === 'todo') return [waitingAt(text, name), dates(text), initiator(text, people), waited(text)]
  if (name === 'all') return [initiator(text, people), states(text), dates(text), waitingAt(text, name), waited(text)]
  return name === 'initiated' ? [states(text), dates(text)] : [initiator(text, people), states(text), dates(text)]
}

const keyword = (label: string): SearchField => ({
  name: 'keyword',
  label,
  draw: ({ id, value, onChange }) => (
    <Input id={id} allowClear prefix={<SearchOutlined aria-hidden />} placeholder={label} aria-label={label} value={value ?? ''}
      maxLength={100} onChange={(event) => onChange(event.target.value)} />
  ),
})

const waitingAt = ({ t }: Text, list: 'todo' | 'all'): SearchField => ({ name: 'node', label: t('documents.node'),
  draw: (control) => <NodeField {...control} list={list} /> })

/** The search field for how long it has waited where it waits. */
const waited = ({ t }: Text): SearchField => ({
  name: 'waited',
  label: t('documents.waiting'),
  draw: ({ id, value, onChange, label }) => (
    <Select id={id} allowClear placeholder={label} aria-label={label} value={value} onChange={onChange}
      options={waitingAges.map((age) => ({ value: ageText(age), label: saidAge(age, t) }))} />
  ),
})

/** The search field for the initiator; also found by the name in the other language. */
const initiator = ({ t, name }: Text, people: readonly PersonSummary[]): SearchField => ({
  name: 'initiator',
  label: t('documents.initiator'),
  draw: ({ id, value, onChange, label }) => (
    <Select id={id} allowClear showSearch optionFilterProp="found" popupMatchSelectWidth={260} placeholder={label} aria-label={label}
      value={value} onChange={onChange}
      options={people.map((person) => ({ value: person.id, label: name(person.name), found: person.name,
        at: name(person.mainDepartment?.name ?? '') })
      )} optionRender={({ data }) => <>{data.label}{data.at && <span className="oa-option-note">{data.at}</span>}</>} />
  ),
})

const states = ({ t }: Text): SearchField => ({
  name: 'state',
  label: t('documents.state'),
  draw: ({ id, value, onChange, label }) => (
    <Select id={id} allowClear placeholder={label} aria-label={label} value={value} onChange={onChange} options={[
      { value: String(stateCodes.inApproval), label: t('document.inApproval') },
      { value: String(stateCodes.completed), label: t('document.completed') },
      { value: String(stateCodes.refused), label: t('document.refused') },
      { value: String(stateCodes.revoked), label: t('document.revoked') },
      { value: String(stateCodes.voided), label: t('document.voided') },
    ]} />
  ),
})

const dates = ({ t }: Text): SearchField => ({
  name: 'dates',
  label: t('documents.initiated'),
  draw: ({ id, value, onChange, label }) => <DaysField id={id} label={label} value={value} onChange={onChange} presets={quickRanges(t)} />,
})

const quickRanges = (t: Text['t']): DaysPreset[] => [
  { label: t('range.today'), since: [0, 'day'] },
  { label: t('range.yesterday'), since: [1, 'day'], until: 1 },
  { label: t('range.week'), since: [1, 'week'] },
  { label: t('range.month'), since: [1, 'month'] },
  { label: t('range.threeMonths'), since: [3, 'month'] },
  { label: t('range.sixMonths'), since: [6, 'month'] },
  { label: t('range.year'), since: [1, 'year'] },
]
