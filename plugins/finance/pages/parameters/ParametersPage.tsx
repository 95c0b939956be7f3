import { queryOptions, useQuery } from '@tanstack/react-query'
import { Suspense, useId, useState } from 'react'
import { EditOutlined } from '@ant-design/icons'
import { Button, Form, Modal } from 'antd'
import { inSentence, type Label, type Locale } from '#kernel/wording/label.ts'
import { definePartText } from '#fields/text.ts'
import { useHttp } from '#shell/backend.ts'
import { Page } from '#shell/parts/Page.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { ErrorState, StateView } from '#shell/states/StateView.tsx'
import { FieldCell, FieldInput } from '#shell/resource/renderers.tsx'
import { useCommand } from '#shell/command/use-command.ts'
import { may } from '#providers/permissions.ts'
import type { Http } from '#providers/http.ts'
import { canParameter } from '#plugins/finance/permissions.ts'
import { type ParameterAnswer, type ParameterGroup, parameterPath } from '#plugins/finance/parameters.ts'
import './parameters.css'
import { cn, en } from './texts.ts'

const parametersKey = 'financeParameters'

/** Query for the parameters by subject, with the rules and fields that use them. */
const parametersQuery = (http: Http) =>
  queryOptions({ queryKey: [parametersKey], queryFn: () =>
    http.get<readonly ParameterGroup[]>(`${parameterPath}/list`, {}, { quiet: true }) })

/** Parameters of a row by column; undefined where the standard is paid at cost. */
const cellsOf = ({ table, parameters }: ParameterGroup, row: string): readonly (ParameterAnswer | undefined)[] =>
  (table?.columns ?? []).map(({ value }) => parameters.find(({ name }) => name === `${row}.${value}`))

/** Rows with at least one parameter. */
const rowsOf = (group: ParameterGroup): readonly (Label & { readonly key: string })[] =>
  (group.table?.rows ?? []).filter(({ key }) => cellsOf(group, key).some(Boolean))

interface Sentence {
  readonly kind: 'rule' | 'node' | 'field'
  readonly form: string
  readonly text: string
}

/** Distinct labels of the uses of parameters; placeholders for a parameter are filled with its value, others with an ellipsis. */
function sentencesOf(parameters: readonly ParameterAnswer[], locale: Locale): readonly Sentence[] {
  const all = parameters.flatMap(({ uses, value }) =>
    uses.map(({ kind, form, label, blanks }): Sentence => ({ kind, form: form[locale],
      text: filled(label[locale], blanks, String(value ?? '')) })
    )
  )
  return [...new Map(all.map((sentence) => [`${sentence.kind} ${sentence.form} ${sentence.text}`, sentence])).values()]
}

const filled = (sentence: string, blanks: readonly string[], value: string): string =>
  sentence.replaceAll(/\{(\w+)\}/g, (_, blank: string) => (blanks.includes(blank) ? value : '…'))

/** Formats amounts without a currency sign, since the unit follows the number. */
const noSign = { sign: '' } as const

const useParameterText = definePartText<keyof typeof cn>({ cn, en })

/** Page on which finance sets limits and standards used in rules, flows and fields. */
export function ParametersPage() {
  const { t } = useParameterText()
  const answer = useQuery(parametersQuery(useHttp()))
  const [edited, setEdited] = useState<DialogParameters>()
  return (
    <Page title={t('title')} isRead={!may(canParameter.edit)} footer={<span className="oa-figure-note">{t('note')}</span>}>
      {answer.isError && <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <RowsSkeleton columns={['40%', '12%', '30%']} />}
      {answer.data?.length === 0 && <StateView illustration="empty" title={t('empty')} role="status" />}
      <Suspense fallback={<RowsSkeleton columns={['40%', '12%', '30%']} />}>
        {answer.data?.map((group) => <ParameterSection key={group.key} group={group} onEdit={setEdited} />)}
        {edited && <ParameterDialog edited={edited} onClose={() => setEdited(undefined)} />}
      </Suspense>
    </Page>
  )
}

/** Parameters of one subject, as a list or a matrix. */
function ParameterSection({ group, onEdit }: SectionProps) {
  const { label } = useParameterText()
  const id = useId()
  return (
    <section className="oa-figures-section" aria-labelledby={id}>
      <h2 id={id}>{label(group)}</h2>
      {group.table
        ? <ParameterMatrix group={group} onEdit={onEdit} />
        : (
          <ul className="oa-figure-lines unlisted flat bare">
            {group.parameters.map((parameter) => <Line key={parameter.name} group={group.key} parameter={parameter} onEdit={onEdit} />)}
          </ul>
        )}
      {group.table && <Sentences parameters={group.parameters} most={4} />}
    </section>
  )
}

function Line({ group, parameter, onEdit }: { group: string; parameter: ParameterAnswer; onEdit(edited: DialogParameters): void }) {
  const { label } = useParameterText()
  return (
    <li className="line-bottom">
      <div className="row gap-12">
        <span className="fill">{label(parameter)}</span>
        <span className="num bold text-right">
          <FigureText parameter={parameter} />
        </span>
        <EditButton title={parameter} onEdit={() => onEdit({ group, title: parameter, parameters: [parameter] })} />
      </div>
      <LastChange parameter={parameter} />
      <Sentences parameters={[parameter]} most={2} />
    </li>
  )
}

interface SectionProps {
  readonly group: ParameterGroup
  onEdit(edited: DialogParameters): void
}

/** Parameters by row and column, edited a row at a time. */
function ParameterMatrix({ group, onEdit }: SectionProps) {
  const { t, label } = useParameterText()
  const columns = group.table?.columns ?? []
  return (
    <div className="oa-figure-matrix scroll-x">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('figure')}</th>
            {columns.map((column) => <th key={column.value} scope="col">{label(column)}</th>)}
            <th scope="col">
              <span className="unseen">{t('edit')}</span>
            </th>
          </tr>
        </thead>
        <tbody>{rowsOf(group).map((row) => <Row key={row.key} group={group} row={row} onEdit={onEdit} />)}</tbody>
      </table>
    </div>
  )
}

function Row({ group, row, onEdit }: SectionProps & { readonly row: Label & { readonly key: string } }) {
  const { t, label } = useParameterText()
  const columns = group.table?.columns ?? []
  const cells = cellsOf(group, row.key).map((cell, index) => ({ cell, column: columns[index]! }))
  const kept = cells.flatMap(({ cell, column }) => (cell ? [{ cell, column }] : []))
  const latest = kept.map(({ cell }) => cell).toSorted((one, other) => (other.changedTime ?? '').localeCompare(one.changedTime ?? ''))[0]
  return (
    <tr>
      <th scope="row">
        {label(row)}
        {latest?.unit && <span className="muted regular left-6">{label(latest.unit)}</span>}
        {latest && <LastChange parameter={latest} />}
      </th>
      {cells.map(({ cell, column }) => (
        <td key={column.value} className="num">
          {cell ? <FigureText parameter={{ ...cell, unit: null }} /> : <span className="oa-nothing">{t('none')}</span>}
        </td>
      ))}
      <td>
        <EditButton title={row} onEdit={() =>
          onEdit({ group: group.key, title: row, parameters: kept.map(({ cell }) => cell), names: kept.map(({ column }) => column) })} />
      </td>
    </tr>
  )
}

/** Edit button, with edit permission only. */
function EditButton({ title, onEdit }: { title: Label; onEdit(): void }) {
  const { t, label } = useParameterText()
  return may(canParameter.edit) && (
    <Button type="text" size="small" icon={<EditOutlined aria-hidden />} aria-label={t('editName', { name: label(title) })}
      onClick={onEdit} />
  )
}

interface DialogParameters {
  /** Key of the subject. */
  readonly group: string
  readonly title: Label
  readonly parameters: readonly ParameterAnswer[]
  /** Names of the columns, for a row of a matrix. */
  readonly names?: readonly Label[]
}

/** Dialog for one parameter or a row of a matrix, with the rules, steps and fields that use it. */
function ParameterDialog({ edited: { group, title, parameters, names }, onClose }: { edited: DialogParameters; onClose(): void }) {
  const { t, label } = useParameterText()
  const editing = useFigures({ group, parameters, onClose })
  const submit = () => void editing.save()
  return (
    <Modal open width={520} maskClosable={false} title={t('editName', { name: label({ cn: title.cn, en: inSentence(title.en) }) })}
      okText={t('save')} cancelText={t('cancel')} confirmLoading={editing.isSaving} onOk={submit} onCancel={onClose}
    >
      <Form layout="vertical" className={parameters.length > 1 ? 'oa-parameter-fields' : undefined} onFinish={submit}>
        {editing.problem && <p className="oa-record-problem round-6 red span-all pad-8-12" role="alert">{editing.problem}</p>}
        {parameters.map((parameter, index) => (
          <Figure key={parameter.name} parameter={parameter} name={names?.[index] ?? parameter} editing={editing} />
        ))}
        <button type="submit" hidden />
      </Form>
      <Sentences parameters={parameters} />
    </Modal>
  )
}

interface FigureProps {
  readonly parameter: ParameterAnswer
  readonly name: Label
  readonly editing: ReturnType<typeof useFigures>
}

function Figure({ parameter, name, editing: { valueOf, enter, problemOf } }: FigureProps) {
  const { label } = useParameterText()
  const id = useId()
  const problem = problemOf(parameter)
  const status = problem === undefined ? undefined : ('error' as const)
  return (
    <Form.Item
      label={<span>{label(name)}{parameter.unit && <span className="muted regular left-6">{label(parameter.unit)}</span>}</span>}
      htmlFor={id}
      validateStatus={status}
      help={<span id={`${id}-help`}>{problem ?? <About parameter={parameter} />}</span>}
    >
      <FieldInput id={id} field={parameter.field} value={valueOf(parameter)} context={{}} status={status}
        aria-invalid={problem !== undefined} aria-describedby={`${id}-help`} aria-required onChange={(value) => enter(parameter, value)} />
    </Form.Item>
  )
}

/** Last change of a parameter, and its initial value where it differs. */
function About({ parameter }: { parameter: ParameterAnswer }) {
  const { t } = useParameterText()
  const { field, value, initial } = parameter
  return (
    <>
      <LastChange parameter={parameter} /> {value !== initial && (
        <>
          {t('initial')} <FieldCell field={field} value={initial} currency={noSign} />
        </>
      )}
    </>
  )
}

/** Value of a parameter with its unit. */
function FigureText({ parameter: { field, value, unit } }: { parameter: ParameterAnswer }) {
  const { label } = useParameterText()
  return (
    <>
      <FieldCell field={field} value={value} currency={noSign} />
      {unit && <span className="muted regular left-6">{label(unit)}</span>}
    </>
  )
}

/** Author and time of the last change; empty for an unchanged parameter. */
function LastChange({ parameter: { changedBy, changedTime } }: { parameter: ParameterAnswer }) {
  const { t, name } = useParameterText()
  if (!changedBy || !changedTime) return null
  return <span className="oa-figure-changed">{t('changedBy', { name: name(changedBy), time: changedTime.slice(0, 16) })}</span>
}

/** Labels of the rules, flow steps and fields that use the parameters. */
function Sentences({ parameters, most = 12 }: { parameters: readonly ParameterAnswer[]; most?: number }) {
  const { t, locale } = useParameterText()
  const sentences = sentencesOf(parameters, locale)
  if (sentences.length === 0) return null
  return (
    <div className="oa-figure-uses muted flex gap-8">
      <span className="rigid">{t('uses')}</span>
      <ul className="unlisted flat narrow anywhere bare">
        {sentences.slice(0, most).map(({ kind, form, text }) => <li key={`${kind} ${form} ${text}`}>{t(`use_${kind}`, { form, text })}
        </li>)}
        {sentences.length > most && <li>{t('moreUses', { count: sentences.length - most })}</li>}
      </ul>
    </div>
  )
}

interface UseFiguresOptions {
  /** Key of the subject. */
  readonly group: string
  readonly parameters: readonly ParameterAnswer[]
  onClose(): void
}

/** State of edited parameters, their validation, and saving them all or none. */
function useFigures({ group, parameters, onClose }: UseFiguresOptions) {
  const { t, label } = useParameterText()
  const [entered, setEntered] = useState<Readonly<Record<string, unknown>>>({})
  const valueOf = ({ name, value }: ParameterAnswer): unknown => (name in entered ? entered[name] : value)
  const changed = parameters.filter((parameter) => valueOf(parameter) !== parameter.value)

  const { run, isPending, problems, setProblems } = useCommand({
    touches: [[parametersKey]],
    moved: t('changed'),
    place: (name) => changed[Number(/^changes\.(\d+)/.exec(name)?.[1] ?? -1)]?.name ?? '',
  })

  const save = async () => {
    const empty = parameters.filter((parameter) => String(valueOf(parameter) ?? '').trim() === '')
    setProblems(Object.fromEntries(empty.map((parameter) => [parameter.name, t('required', { label: inSentence(label(parameter)) })])))
    if (empty.length > 0) return
    if (changed.length === 0) return onClose()
    const changes = changed.map((parameter) => ({ name: parameter.name, value: valueOf(parameter), version: parameter.version }))
    await run((http) => http.put(`${parameterPath}/${group}`, { changes }, { quiet: true }), onClose)
  }
  return {
    valueOf,
    save,
    isSaving: isPending,
    problem: problems[''],
    enter: ({ name }: ParameterAnswer, value: unknown) => setEntered((before) => ({ ...before, [name]: value })),
    problemOf: ({ name }: ParameterAnswer) => problems[name],
  }
}
