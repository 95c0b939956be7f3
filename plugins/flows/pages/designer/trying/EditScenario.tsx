import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Drawer, Form as AntForm, Input, Spin } from 'antd'
import { useState } from 'react'
import { people, person as personField } from '#kernel/fields.ts'
import type { Flow } from '#kernel/flow.ts'
import type { Form } from '#kernel/form.ts'
import { isFailure } from '#providers/failure.ts'
import { useHttp } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { useTabDirty } from '#shell/tabs/tabs-context.ts'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { type ChangeScenario, designPath, type ExpectedStep, type FlowReference, type SaveScenario, type Scenario,
  type Simulation } from '../../../wire.ts'
import { designsKey, scenariosQuery } from '../calls.ts'
import { blocksOf } from '../drawing/tree.ts'
import { KindControl, Labelled } from '../panel/fields.tsx'
import { named } from '../texts.ts'
import { fieldName, type Naming } from '../wording/words.ts'
import { mergedScenario, scenarioConflicts } from './scenario-merge.ts'
import { expectedOf, fieldsOf, Value, withEntered } from './Simulate.tsx'

interface EditScenarioProps {
  readonly id: string
  readonly form: Form
  readonly flow: Flow
  readonly of: FlowReference
  readonly naming: Naming
  onClose(): void
}

/** A saved scenario with its name, initiator, values and expected path. */
export function EditScenario(props: EditScenarioProps) {
  const { id, form, naming: { text: { t } }, onClose } = props
  const isMobile = useIsMobile()
  const { data, error } = useQuery({ ...scenariosQuery(useHttp(), form.key), refetchOnMount: 'always', staleTime: 0 })
  const [begun, setBegun] = useState<Scenario>()
  const found = data?.find((each) => each.id === id)
  // the fields begin with the answer to this opening and do not follow later ones
  if (found && !begun) setBegun(found)
  return (
    <Drawer open title={t('editScenario')} width={isMobile ? '100%' : 560} onClose={onClose} destroyOnHidden>
      {begun ? <ScenarioEditor {...props} loaded={begun} /> : <NotHere isRead={data !== undefined} error={error} t={t} />}
    </Drawer>
  )
}

/** Waits for the scenario, or says why it is not here. */
function NotHere({ isRead, error, t }: { readonly isRead: boolean; readonly error: Error | null; readonly t: Naming['text']['t'] }) {
  const message = error?.message ?? (isRead ? t('scenarioGone') : undefined)
  return message === undefined ? <Spin /> : <p role="alert" className="oa-fd-error">{message}</p>
}

const contentOf = ({ name, person, value, expected }: Scenario): SaveScenario => ({ name, person: person.id, value, expected })

function ScenarioEditor({ form, flow, of, naming, loaded, onClose }: EditScenarioProps & { readonly loaded: Scenario }) {
  const { t } = naming.text
  const scenario = useScenario(form.key, loaded, onClose)
  const { content, change, problems } = scenario
  const { name, person, value } = content
  const fields = fieldsOf(flow, form)
  const kept = Object.keys(value).filter((key) => !fields.includes(key))
  return (
    <>
      <Meeting scenario={scenario} naming={naming} />
      <AntForm layout="vertical" component={false}>
        <Labelled label={t('scenarioName')} isRequired problem={problems['name']}>
          {(id) => <Input id={id} autoFocus maxLength={100} value={name} onChange={({ target }) => change({ name: target.value })} />}
        </Labelled>
        <KindControl field={personField({ ...named('asPerson'), required: true })} label={t('asPerson')} value={person}
          onChange={(entered) => change({ person: typeof entered === 'string' ? entered : '' })} />
        {problems['person'] && <p role="alert" className="oa-fd-error">{problems['person']}</p>}
        {fields.map((key) => (
          <Value key={key} name={key} form={form} value={value} label={naming.text.label}
            onChange={(entered) => change({ value: withEntered(value, key, entered) })} />
        ))}
        {kept.length > 0 && (
          <p className="second">{t('scenarioKeeps', { fields: kept.map((key) => fieldName(key, naming)).join(t('listed')) })}</p>
        )}
        <ExpectedPath form={form} flow={flow} of={of} naming={naming} content={content} onChange={(path) => change({ expected: path })} />
      </AntForm>
      <Footer scenario={scenario} naming={naming} onClose={onClose} />
    </>
  )
}

interface EditedProps {
  readonly scenario: ReturnType<typeof useScenario>
  readonly naming: Naming
}

/** Changes that a colleague stored meanwhile: those that were merged, or those that both made, of which one is chosen. */
function Meeting({ scenario: { base, content, other, settle, merged }, naming }: EditedProps) {
  const { t, name: spoken } = naming.text
  if (!other) return merged ? <p role="status" className="second">{t('mergedWith', { name: spoken(merged.name) })}</p> : null
  const who = spoken(other.changedBy.name)
  const parts = scenarioConflicts({ base, theirs: contentOf(other), mine: content }).map((part) => partName(part, naming))
  return (
    <Alert className="below-12" type="warning" showIcon message={t('conflictTitle', { name: who })}
      description={t('scenarioConflict', { name: who, parts: parts.join(t('listed')) })} action={
      <div className="stack gap-8">
        <Button size="small" onClick={() => settle('theirs')}>{t('takeTheirs', { name: who })}</Button>
        <Button size="small" onClick={() => settle('mine')}>{t('keepMine')}</Button>
      </div>
    } />
  )
}

function Footer(
  { scenario: { content: { name, person, expected }, other, save, isPending, problems }, naming: { text: { t } }, onClose }: EditedProps & {
    onClose(): void
  },
) {
  const isReady = name.trim() !== '' && person !== '' && other === undefined
  return (
    <>
      {problems[''] && <p role="alert" className="oa-fd-error">{problems['']}</p>}
      <div className="row gap-8 below-12">
        <Button type="primary" disabled={!isReady} loading={isPending} onClick={save}>{t('save')}</Button>
        <Button onClick={onClose}>{t('cancel')}</Button>
      </div>
      {expected.length === 0 && <p className="second">{t('expectsNobody')}</p>}
    </>
  )
}

function partName(part: string, naming: Naming): string {
  const { t } = naming.text
  if (part === 'name') return t('scenarioName')
  if (part === 'person') return t('asPerson')
  return part === 'expected' ? t('expectedSteps') : fieldName(part.slice('value.'.length), naming)
}

/**
 * The edited scenario. Changes that a colleague stored meanwhile are merged; where both changed a part, `other` is set and nothing is
 * stored until one of both is chosen.
 */
function useScenario(form: string, loaded: Scenario, onClose: () => void) {
  const http = useHttp()
  const [stored, setStored] = useState(loaded)
  const [content, setContent] = useState(() => contentOf(loaded))
  const [other, setOther] = useState<Scenario>()
  const [merged, setMerged] = useState<Scenario['changedBy']>()
  const { run, isPending, problems } = useCommand({ touches: [[designsKey, form]], refused: (error) => {
    if (!isFailure(error) || error.kind !== 'moved') return false
    void meet()
    return true
  } })
  const base = contentOf(stored)
  const take = (theirs: Scenario, preferred: 'mine' | 'theirs') => {
    setContent(mergedScenario({ base, theirs: contentOf(theirs), mine: content }, preferred))
    setStored(theirs)
    setMerged(theirs.changedBy)
    setOther(undefined)
  }
  /** Compares with the scenario that a colleague has stored. */
  const meet = async () => {
    const now = await http.get<readonly Scenario[]>(`${designPath}/${form}/scenario`, {}, { quiet: true })
    const theirs = now.find(({ id }) => id === loaded.id)
    if (!theirs) return
    if (scenarioConflicts({ base, theirs: contentOf(theirs), mine: content }).length > 0) setOther(theirs)
    else take(theirs, 'mine')
  }
  const save = () => {
    const body: ChangeScenario = { ...content, name: content.name.trim(), revision: stored.revision }
    void run((writing) => writing.put(`${designPath}/${form}/scenario/${loaded.id}`, body, { quiet: true }), { done: onClose })
  }
  useTabDirty(JSON.stringify(content) !== JSON.stringify(base))
  return { base, content, change: (part: Partial<SaveScenario>) => setContent((before) => ({ ...before, ...part })), other, merged,
    settle: (choice: 'mine' | 'theirs') => other && take(other, choice), save, isPending, problems }
}

interface ExpectedPathProps extends Pick<EditScenarioProps, 'form' | 'flow' | 'of' | 'naming'> {
  readonly content: SaveScenario
  onChange(expected: readonly ExpectedStep[]): void
}

/** The people that each step is expected to ask; nobody where the step is skipped. */
function ExpectedPath({ form, flow, of, naming, content, onChange }: ExpectedPathProps) {
  const { t, label, reason } = naming.text
  const { person, value, expected } = content
  const { run, isPending, problems, setProblems } = useCommand()
  const steps = blocksOf(flow.steps).filter((block) => block.block === 'approve')
  const gone = expected.filter(({ node, people: asked }) => asked.length > 0 && !steps.some(({ id }) => id === node))
  const askedAt = (node: string) => expected.find((step) => step.node === node)?.people ?? []
  const put = (node: string, asked: readonly string[]) =>
    onChange(
      [...steps.map(({ id }) => id), ...gone.map((step) => step.node)].map((id) => ({ node: id,
        people: id === node ? asked : askedAt(id) })
      ).filter((step) => step.people.length > 0),
    )
  const take = () =>
    void run((http) => http.query<Simulation>(`${designPath}/${form.key}/simulate`, { of, person, value }, { quiet: true }),
      (found: Simulation) => {
        if (found.refusal) setProblems({ '': reason(found.refusal) })
        else onChange(expectedOf(found))
      })
  return (
    <section aria-label={t('expectedSteps')}>
      <div className="row wrap gap-8 between below-12">
        <h3>{t('expectedSteps')}</h3>
        <Button size="small" disabled={person === ''} loading={isPending} onClick={take}>{t('takePath')}</Button>
      </div>
      {Object.values(problems).map((problem) => <p key={problem} role="alert" className="oa-fd-error">{problem}</p>)}
      {[...steps.map((step) => ({ id: step.id, words: label(step) })), ...gone.map(({ node }) => ({ id: node, words: t('goneStep') }))].map(
        ({ id, words }) => (
          <KindControl key={id} field={people({ ...named('people'), placeholder: named('expectsNoOne') })} label={words} value={askedAt(id)}
            onChange={(chosen) => put(id, Array.isArray(chosen) ? chosen.map(String) : [])} />
        ),
      )}
    </section>
  )
}
