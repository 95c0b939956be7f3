import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input } from 'antd'
import { Suspense, useState } from 'react'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router'
import { isFailure } from '#providers/failure.ts'
import type { WritingHttp } from '#providers/http.ts'
import { useHttp } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { Page } from '#shell/parts/Page.tsx'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { ErrorState } from '#shell/states/StateView.tsx'
import { useTabTitle } from '#shell/tabs/tabs-context.ts'
import { type Census, designPath, type DesignView, type DraftView, type MoveDocuments, type MoveResult,
  type Publication } from '../../../wire.ts'
import { designQuery, designsKey, draftQuery, findingsQuery, resultsQuery, useDesignedForm, useNaming, versionQuery } from '../calls.ts'
import { differencesOf } from '../wording/compare.ts'
import { Differences } from '../CompareDrawer.tsx'
import { Labelled } from '../panel/fields.tsx'
import { censusQuery, type Choice, type Choices, classes, Running, type SingleChoices, useDecisions } from './RunningDocuments.tsx'
import { type DesignText, useDesignText } from '../texts.ts'
import '../../flows.css'
import '../designer.css'

/** Page that publishes a draft: reason, changes, and choices for running documents. */
export function PublishPage() {
  const [parameters] = useSearchParams()
  const [key, draft] = [parameters.get('id') ?? '', parameters.get('draft') ?? '']
  return key === '' || draft === '' ? <Navigate to="/approval-process" replace /> : <PublicationOf form={key} draft={draft} />
}

function PublicationOf({ form: key, draft }: { form: string; draft: string }) {
  const { t } = useDesignText()
  const http = useHttp()
  // publishing deletes the draft, so its queries are disabled
  const [isPublishing, setIsPublishing] = useState(false)
  const [design, loaded] = [useQuery(designQuery(http, key)), useQuery({ ...draftQuery(http, key, draft), enabled: !isPublishing })]
  useTabTitle(design.data && { cn: `生效：${design.data.cn}`, en: `Publish: ${design.data.en}` })
  const failed = [design, loaded].find(({ isError, data }) => isError && !data)
  if (failed)
    return (
      <Page title={t('publishTitle')}>
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      </Page>
    )
  if (!design.data || !loaded.data)
    return (
      <Page title={t('publishTitle')}>
        <RowsSkeleton rows={6} columns={['40%', '30%']} />
      </Page>
    )
  return (
    <Suspense fallback={
      <Page title={t('publishTitle')}>
        <RowsSkeleton rows={6} columns={['40%', '30%']} />
      </Page>
    }>
      <Publish design={design.data} draft={loaded.data} isPublishing={isPublishing} onPublishing={setIsPublishing} />
    </Suspense>
  )
}

interface PublishProps {
  readonly design: DesignView
  readonly draft: DraftView
  readonly isPublishing: boolean
  onPublishing(isPublishing: boolean): void
}

function Publish({ design, draft, isPublishing, onPublishing }: PublishProps) {
  const { t, label } = useDesignText()
  const http = useHttp()
  const navigate = useNavigate()
  const checks = useChecks(design, draft, !isPublishing)
  const [reason, setReason] = useState('')
  const decisions = useDecisions()
  const [outcome, setOutcome] = useState<readonly Moved[]>()
  const census = useQuery({ ...censusQuery(http, design.key, draft.id), enabled: !isPublishing })
  const counts = census.data?.counts
  const { run, isPending, problems } = useCommand({ touches: [[designsKey], ['flows']] })
  const toFlow = () => navigate(`/approval-config?id=${encodeURIComponent(design.key)}`)
  const publish = async () => {
    onPublishing(true)
    if (!(await send())) onPublishing(false)
  }
  const send = () =>
    run(async (writing) => {
      const published = await writing.post<Publication>(`${designPath}/${design.key}/draft/${draft.id}/publish`, { revision: draft.revision,
        current: design.current, reason: reason.trim() }, { quiet: true })
      const moves = movesOf({ ...decisions, version: published.hash, reason: reason.trim(), counts })
      const moved: Moved[] = []
      for (const move of moves) moved.push(await movedBy(writing, design.key, move))
      return { published, moved }
    }, { success: ({ moved }: { moved: readonly Moved[] }) => publishedText(moved, census.data, t),
      done: ({ moved }: { moved: readonly Moved[] }) => {
        setOutcome(moved)
        if (moved.every(isWhole)) toFlow()
      } })
  if (outcome)
    return (
      <Page title={t('publishedTitle', { name: label(design) })} actions={<Button type="primary" onClick={toFlow}>{t('toFlow')}</Button>}>
        <MoveOutcome results={outcome} atInitiator={atInitiatorAfter(outcome, census.data)} />
      </Page>
    )
  if (isPublishing)
    return (
      <Page title={t('publishNamed', { name: label(design), draft: t('draftMark', { name: draft.name }) })}>
        <p role="status">{t('publishing')}</p>
      </Page>
    )
  return (
    <Page title={t('publishNamed', { name: label(design), draft: t('draftMark', { name: draft.name }) })} actions={
      <Button onClick={() => navigate(`/approval-what-if?id=${encodeURIComponent(design.key)}&draft=${encodeURIComponent(draft.id)}`)}>
        {t('whatIf')}
      </Button>
    } footer={
      <>
        <span role="status">{census.data && summary(census.data, decisions, t)}</span>
        <span className="row wrap gap-8">
          {Object.values(problems).map((problem) => <span key={problem} role="alert" className="oa-fd-error">{problem}</span>)}
          <Button onClick={() => navigate(`/approval-config?id=${encodeURIComponent(design.key)}&draft=${encodeURIComponent(draft.id)}`)}>
            {t('back')}
          </Button>
          <Button type="primary" disabled={!checks.isPassed || reason.trim() === ''} loading={isPending} onClick={() => void publish()}>
            {t('publish')}
          </Button>
        </span>
      </>
    }>
      <div className="oa-fd-publish">
        <Form layout="vertical" component={false}>
          <Labelled label={t('reason')} isRequired hint={t('reasonHint')}>
            {(id) => (
              <Input.TextArea id={id} autoSize={{ minRows: 2, maxRows: 6 }} maxLength={500} value={reason}
                onChange={({ target }) => setReason(target.value)} />
            )}
          </Labelled>
        </Form>
        {draft.isOutdated && <p className="oa-fd-note on-orange orange flat">{t('outdated', { version: draft.baseVersion })}</p>}
        <p className="oa-fd-facts flex wrap">
          <Fact {...checks.scenarios} />
          <Fact {...checks.errors} />
        </p>
        <Changes design={design} draft={draft} />
        <Running design={design} draft={draft} census={census} decisions={decisions} />
      </div>
    </Page>
  )
}

/** Whether every document of a move was moved at once. */
const isWhole = ({ skipped, proposed, problem }: Moved): boolean => skipped.length + proposed === 0 && problem === undefined

interface FactProps {
  readonly tone: 'error' | 'quiet' | 'good'
  readonly text: string
}

const toneClasses = { error: 'oa-fd-error', quiet: 'oa-flow-quiet second', good: 'oa-fd-good' } as const

const Fact = ({ tone, text }: FactProps) => <span className={toneClasses[tone]}>{text}</span>

/** The findings and the scenarios of a draft, both of which must pass before it is published. */
function useChecks(design: DesignView, draft: DraftView, enabled: boolean) {
  const { t } = useDesignText()
  const http = useHttp()
  const { data: findings } = useQuery({ ...findingsQuery(http, design.key, draft.flow), enabled })
  const { data: results } = useQuery({ ...resultsQuery(http, design.key, { draft: draft.id }), enabled })
  const errors = (findings ?? []).filter(({ level }) => level === 'error').length
  const failed = (results ?? []).filter(({ holds }) => !holds).length
  return { isPassed: findings !== undefined && results !== undefined && errors + failed === 0,
    scenarios: scenarioFact(results?.length, failed, t), errors: errorFact(findings?.length, errors, t) }
}

function scenarioFact(count: number | undefined, failed: number, t: DesignText['t']): FactProps {
  if (count === undefined) return { tone: 'quiet', text: t('checking') }
  if (count === 0) return { tone: 'quiet', text: t('noScenarios') }
  return failed > 0 ? { tone: 'error', text: t('scenariosFail', { count: failed }) } : { tone: 'good', text: t('scenariosHold', { count }) }
}

function errorFact(count: number | undefined, errors: number, t: DesignText['t']): FactProps {
  if (count === undefined) return { tone: 'quiet', text: t('checking') }
  return errors > 0 ? { tone: 'error', text: t('errorCount', { count: errors }) } : { tone: 'good', text: t('noErrors', { count }) }
}

/** The differences from the version in force. */
function Changes({ design, draft }: { design: DesignView; draft: DraftView }) {
  const { t } = useDesignText()
  const { data: live } = useQuery(versionQuery(useHttp(), design.key, design.current))
  const naming = useNaming(design.key, useDesignedForm(design.key), { ...live?.names, ...draft.names })
  return (
    <section aria-label={t('changes')}>
      <SectionTitle>{t('changes')}</SectionTitle>
      {live && <Differences differences={differencesOf(live.flow, draft.flow)} before={live.flow} after={draft.flow} naming={naming} />}
    </section>
  )
}

interface Decided {
  readonly choices: Choices
  readonly single: SingleChoices
}

/** The move calls: first single documents, then whole classes without the documents with an individual choice. */
function movesOf({ choices, single, version, reason, counts }: Decided & {
  readonly version: string
  readonly reason: string
  readonly counts: Census['counts'] | undefined
}): readonly MoveDocuments[] {
  if (!counts) return []
  const moves = (['move', 'restart'] as const).flatMap((choice): MoveDocuments[] => {
    const documents = [...single].filter(([, own]) => own.choice === choice).map(([document]) => document)
    const whole = classes.filter(({ name }) => counts[name] > 0 && choices[name] === choice).map(({ name }) => name)
    return [...(documents.length > 0 ? [{ version, choice, documents, reason }] : []),
      ...(whole.length > 0 ? [{ version, choice, classes: whole, except: [...single.keys()], reason }] : [])]
  })
  // groups the moves, so that each person gets one message
  const bulk = crypto.randomUUID()
  return moves.length > 1 ? moves.map((move) => ({ ...move, bulk })) : moves
}

/**
 * Number of documents by choice; an individual choice takes a document out of its class. Documents that wait at their initiators are
 * neither moved nor restarted, whatever is chosen for their class.
 */
function summary({ counts, atInitiator }: Census, { choices, single }: Decided, t: DesignText['t']): string {
  const own = [...single.values()]
  const sum = (choice: Choice) =>
    classes.filter(({ name }) => choices[name] === choice)
      .reduce((total, { name }) => total + counts[name] - atInitiator[name] - own.filter(({ of }) => of === name).length, 0) +
    own.filter((each) => each.choice === choice).length
  const waiting = totalOf(atInitiator)
  return [t('summary', { move: sum('move'), stay: sum('stay'), restart: sum('restart') }),
    ...(waiting > 0 ? [t('atInitiator', { count: waiting })] : [])].join(t('clause'))
}

const totalOf = (counts: Census['counts']): number => Object.values(counts).reduce((sum, each) => sum + each, 0)

/** Documents at their initiators after a publication: as the moves found them, or as counted before where nothing was moved. */
const atInitiatorAfter = (results: readonly Moved[], census: Census | undefined): number =>
  results.findLast((result) => result.atInitiator !== null)?.atInitiator ?? (census ? totalOf(census.atInitiator) : 0)

/** Notice of a publication with what became of the documents in approval. */
function publishedText(results: readonly Moved[], census: Census | undefined, t: DesignText['t']): string {
  const moved = results.reduce((sum, result) => sum + result.moved, 0)
  const waiting = atInitiatorAfter(results, census)
  return [t('published'), ...(moved > 0 ? [t('movedCount', { count: moved })] : []),
    ...(waiting > 0 ? [t('atInitiator', { count: waiting })] : [])].join(t('clause'))
}

/** Result of a move call. The flow is already published, so a refusal is shown and does not undo it. */
interface Moved extends MoveResult {
  readonly problem?: string
}

async function movedBy(http: WritingHttp, key: string, move: MoveDocuments): Promise<Moved> {
  try {
    return await http.post<MoveResult>(`${designPath}/${key}/census/move`, move, { quiet: true })
  } catch (error) {
    if (!isFailure(error)) throw error
    return { moved: 0, proposed: 0, skipped: [], atInitiator: null, problem: error.message }
  }
}

/** The result of a move: the number of documents moved, and the reason for each that was not. */
function MoveOutcome({ results, atInitiator }: { readonly results: readonly Moved[]; readonly atInitiator: number }) {
  const { t, reason } = useDesignText()
  const sum = (of: 'moved' | 'proposed') => results.reduce((total, result) => total + result[of], 0)
  return (
    <div role="status">
      {(sum('moved') > 0 || sum('proposed') === 0) && <p>{t('movedCount', { count: sum('moved') })}</p>}
      {results.flatMap(({ problem }) => problem ?? []).map((problem) => <p key={problem} role="alert" className="oa-fd-error">{problem}
      </p>)}
      {sum('proposed') > 0 && (
        <p>
          {t('proposedCount', { count: sum('proposed') })} <Link to="/interventions?list=mine">{t('toInterventions')}</Link>
        </p>
      )}
      {atInitiator > 0 && <p>{t('atInitiator', { count: atInitiator })}</p>}
      <ul className="oa-fd-findings">
        {results.flatMap(({ skipped }) => skipped).map(({ document, number, why }) => (
          <li key={document}>
            <span className="num">{number}</span>
            <span>{reason(why)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
