import { Button, Checkbox, Input } from 'antd'
import { lazy, Suspense, useId, useState } from 'react'
import { PlusOutlined } from '@ant-design/icons'
import { keyAs } from '#kernel/fields/roles.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { ExplanationKind } from '#kernel/plugin.ts'
import { type OpinionFact, statedIn } from '#kernel/flow/opinion-facts.ts'
import type { ExceptionOnPage, NodeChecks } from '#approval/wire/filed-document.ts'
import { DateTimeInput } from '#fields/moments/family.tsx'
import { Field } from '#shell/form/sections/Field.tsx'
import { DocumentFigures } from '#shell/parts/document/slots.tsx'
import { useDetailText } from '#shell/detail/texts.ts'
import { answeredOf, type Checks } from '#shell/detail/checks/results.ts'
import { Quoted } from '#shell/parts/document/exceptions/RowExceptions.tsx'
import { useStore } from '#shell/form/store/use-store.ts'
import { useConfirm } from '#shell/dialogs/dialogs-context.tsx'
import type { DialogProps } from '../dialog-props.ts'
import { ActionDialog } from '../ActionDialog.tsx'
import { factProblem, NextApprovers, nodeFields, spokenPart, stating, usePassing, withSpoken } from './passing.tsx'
import { CommentField, Star } from '../CommentField.tsx'
import { usePhrases } from '../opinion/phrases.ts'

/** The dialog for passing: opinion, requirements of the node, next approvers. */
export function PassDialog({ context, onClose }: DialogProps) {
  const { document, store } = context
  const { t } = useDetailText()
  const { node, list, draft, change, choices, setChoices, problems, isRequired, pass, fail } = usePassing(context, onClose)
  const { at, clear } = problems
  const facts = node?.opinionFacts ?? []
  const showChecks = () => {
    onClose()
    context.showChecks()
  }
  return (
    <ActionDialog context={context} title={t('pass')} note={document.currentTask?.name} okText={t('confirmPass')} onConfirm={pass}
      onFailure={fail} onClose={onClose}
    >
      <Opinion value={draft.comment} facts={facts} isRequired={isRequired} problem={at.comment} onChange={(comment) => {
        change({ comment })
        clear('comment')
      }} />
      <Markers facts={facts} opinion={draft.comment} problemOf={(fact) => at[factProblem(fact)]} onChange={(comment, fact) => {
        change({ comment })
        clear(factProblem(fact))
      }} />
      {node?.explains && (
        <Explanation kind={node.explains} document={document.business} value={draft.explanation} problem={at.explainDtoList}
          onChange={(explanation) => {
            change({ explanation })
            clear('explainDtoList')
          }} />
      )}
      {nodeFields(store).map((name) =>
        store.form.fields[name] && <Field key={name} field={store.form.fields[name]} cell={{ key: name }} />
      )}
      <ExceptionChecks exceptions={document.exceptions} seen={draft.seen} problem={at.exceptions} onChange={(seen) => {
        change({ seen })
        clear('exceptions')
      }} />
      <DocumentFigures document={document.businessKey} isChecked />
      {list && <ChecksLine list={list} checks={draft.checks} problem={at.checkList} onShow={showChecks} />}
      <NextApprovers document={document} choices={choices} problem={at.nodeList} onChoose={(chosen) => {
        setChoices(chosen)
        clear('nodeList')
      }} />
      {at.fields?.split('\n').map((line) => <p key={line} className="oa-field-problem" role="alert">{line}</p>)}
    </ActionDialog>
  )
}

interface ChecksLineProps {
  readonly list: NodeChecks
  readonly checks: Checks
  readonly problem: string | undefined
  /** Scrolls to the check list on the page. */
  onShow(): void
}

/** The progress of the check list, with a link to it. */
function ChecksLine({ list: { items }, checks, problem, onShow }: ChecksLineProps) {
  const { t } = useDetailText()
  const done = answeredOf(items, checks)
  const failed = items.filter(({ id }) => checks[id]?.result === 'fail').length
  return (
    <div>
      <div className="oa-dialog-next row framed round-8 wrap">
        <span>{t('checks')}</span>
        <strong>{t('checksDone', { done, all: items.length })}</strong>
        {failed > 0 && <span className="oa-checks-failed">{t('checksFailed', { count: failed })}</span>}
        <Button size="small" onClick={onShow}>{t(done < items.length ? 'checksFill' : 'checksSee')}</Button>
      </div>
      {problem && <p className="oa-field-problem" role="alert">{problem}</p>}
    </div>
  )
}

interface ExceptionChecksProps {
  readonly exceptions: readonly ExceptionOnPage[]
  /** Keys of the acknowledged exceptions. */
  readonly seen: readonly string[]
  readonly problem: string | undefined
  onChange(seen: readonly string[]): void
}

/** The document's exceptions as checkboxes, all of which have to be ticked; hidden if there are none. */
function ExceptionChecks({ exceptions, seen, problem, onChange }: ExceptionChecksProps) {
  const { t, label } = useDetailText()
  const id = useId()
  if (exceptions.length === 0) return null
  return (
    <div className="oa-field column">
      <span id={id} className="oa-field-label">
        {t('exceptions', { count: exceptions.length })}
        <Star />
      </span>
      <div role="group" aria-labelledby={id} className="oa-exception-checks round-8 grid gap-8 scroll" aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : `${id}-note`}
      >
        {exceptions.map((each) => (
          <Checkbox key={each.key} checked={seen.includes(each.key)}
            onChange={({ target }) => onChange(target.checked ? [...seen, each.key] : seen.filter((key) => key !== each.key))}
          >
            {label(each.text)}
            {each.detail && <small className="second block">{label(each.detail)}</small>}
            {each.explanation !== null && <Quoted words={each.explanation} />}
          </Checkbox>
        ))}
      </div>
      {problem && <span id={`${id}-note`} className="oa-field-problem" role="alert">{problem}</span>}
    </div>
  )
}

/** Maximum length of an explanation, in characters. */
const longestExplanation = 1000

interface ExplanationProps {
  readonly kind: ExplanationKind
  readonly document: FormValue
  readonly value: string
  readonly problem: string | undefined
  onChange(text: string): void
}

/** The input for the required explanation, below those of other approvers. */
function Explanation({ kind, document, value, problem, onChange }: ExplanationProps) {
  const { label } = useDetailText()
  return (
    <div>
      <CommentField label={label(kind)} isRequired max={longestExplanation} value={value} problem={problem} onChange={onChange} />
      <Explanations kind={kind} document={document} />
    </div>
  )
}

/** The document's explanations with their authors. */
function Explanations({ kind, document }: Pick<ExplanationProps, 'kind' | 'document'>) {
  const { t, name } = useDetailText()
  const { form } = useStore()
  const rows = rowsAt(document, keyAs(form.fields, 'explanations') ?? '').filter((row) => (row['explainType'] ?? kind.key) === kind.key)
  if (rows.length === 0) return null
  return (
    <ul className="oa-explanations unlisted bare" aria-label={t('explanationsBefore')}>
      {rows.map((row) => (
        <li className="anywhere" key={String(row['rowId'])}>
          <p>{String(row['explain'] ?? '')}</p>
          <span>
            {[row['userName'], row['departmentName']].flatMap((part) => (typeof part === 'string' && part !== '' ? [name(part)] : [])).join(
              ' · ',
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

interface MarkersProps {
  readonly facts: readonly OpinionFact[]
  readonly opinion: string
  problemOf(fact: OpinionFact): string | undefined
  onChange(opinion: string, fact: OpinionFact): void
}

/** Inputs for opinion facts; each writes its line into the opinion. */
function Markers({ facts, opinion, problemOf, onChange }: MarkersProps) {
  return facts.map((fact) => (
    <MarkerField key={fact.key} fact={fact} value={statedIn(opinion, fact)} problem={problemOf(fact)}
      onChange={(value) => onChange(stating(opinion, fact, value), fact)} />
  ))
}

interface MarkerFieldProps {
  readonly fact: OpinionFact
  readonly value: string
  readonly problem: string | undefined
  onChange(value: string): void
}

function MarkerField({ fact, value, problem, onChange }: MarkerFieldProps) {
  const { label } = useDetailText()
  const id = useId()
  const wrong = problem === undefined ? {} : ({ status: 'error', 'aria-invalid': true, 'aria-describedby': `${id}-note` } as const)
  return (
    <div className="oa-field column">
      <label className="oa-field-label" htmlFor={id}>
        {label(fact)}
        <Star />
        {fact.hint && <span className="oa-dialog-note second small regular">{label(fact.hint)}</span>}
      </label>
      {fact.pattern === undefined ?
        (
          <Suspense fallback={<Input id={id} disabled />}>
            <DateTimeInput id={id} field={{ kind: 'datetime', cn: '', en: '' }} value={value === '' ? null : `${value}:00`} context={{}}
              {...wrong} onChange={(chosen) => onChange(typeof chosen === 'string' ? chosen.slice(0, 16) : '')} />
          </Suspense>
        ) :
        (
          <Input id={id} value={value} maxLength={20} aria-required autoComplete="off"
            onChange={({ target }) => onChange(target.value.toUpperCase().replace('】', ''))} {...wrong} />
        )}
      {problem && <span id={`${id}-note`} className="oa-field-problem">{problem}</span>}
    </div>
  )
}

const PhraseEditor = lazy(async () => ({ default: (await import('../opinion/PhraseEditor.tsx')).PhraseEditor }))

interface OpinionProps {
  readonly value: string
  /** Opinion facts, whose lines are edited by their own inputs. */
  readonly facts: readonly OpinionFact[]
  readonly isRequired: boolean
  readonly problem: string | undefined
  onChange(text: string): void
}

/** Number of phrases shown before the rest is expanded. */
const shownAtFirst = 6

/** The opinion input with phrases; replacing existing text by a phrase needs a confirmation. */
function Opinion({ value, facts, isRequired, problem, onChange }: OpinionProps) {
  const { t, any } = useDetailText()
  const confirm = useConfirm()
  const { phrases, own, save } = usePhrases()
  const [isEditing, setIsEditing] = useState(false)
  const [isWhole, setIsWhole] = useState(false)
  const use = async (phrase: string) => {
    const written = spokenPart(value, facts)
    const isFree = written === '' || phrases.includes(written)
    if (isFree || (await confirm({ title: any('approval.confirmOverwrite'), okText: t('overwriteYes'), cancelText: t('cancel') })))
      onChange(withSpoken(value, phrase, facts))
  }
  const shown = isWhole ? phrases : phrases.slice(0, shownAtFirst)
  return (
    <div>
      <CommentField label={t('opinion')} note={isRequired ? undefined : t('opinionDefault')} isRequired={isRequired} value={value}
        problem={problem} onChange={onChange} />
      <div className="flex wrap gap-6 top-8">
        {shown.map((each) => (
          <button key={each} type="button" className="plain oa-phrase cut fit" title={each} onClick={() => void use(each)}>{each}</button>
        ))}
        {shown.length < phrases.length && (
          <button type="button" className="plain oa-phrase-more second" onClick={() => setIsWhole(true)}>
            {t('phrasesMore', { count: phrases.length - shown.length })}
          </button>
        )}
        <button type="button" className="plain oa-phrase-more second" aria-expanded={isEditing} onClick={() => setIsEditing(!isEditing)}>
          <PlusOutlined aria-hidden /> {t('phrases')}
        </button>
      </div>
      {isEditing && (
        <Suspense>
          <PhraseEditor phrases={own.length > 0 ? own : phrases} current={spokenPart(value, facts)} onSave={save} onClose={() =>
            setIsEditing(false)} />
        </Suspense>
      )}
    </div>
  )
}
