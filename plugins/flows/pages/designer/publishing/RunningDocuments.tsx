import { DownOutlined, RightOutlined } from '@ant-design/icons'
import { useQuery, keepPreviousData, type UseQueryResult } from '@tanstack/react-query'
import { Button, Pagination, Segmented } from 'antd'
import { useState } from 'react'
import { useHttp } from '#shell/backend.ts'
import { pageAnswer, useExistingPage } from '#shell/list/use-list-query.ts'
import { Person } from '#shell/parts/Person.tsx'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import { ErrorState } from '#shell/states/StateView.tsx'
import { type Census, type CensusClass, type CensusRow, designPath, type DesignView, type DraftView } from '../../../wire.ts'
import { designsKey } from '../calls.ts'
import { type DesignText, useDesignText } from '../texts.ts'

export type Choice = 'stay' | 'move' | 'restart'

/** The classes of a census, the mildest first, with the choices that each allows. */
export const classes: readonly { readonly name: CensusClass; readonly choices: readonly Choice[]; readonly proposed: Choice }[] = [
  { name: 'cosmetic', choices: ['stay', 'move', 'restart'], proposed: 'move' },
  { name: 'same', choices: ['stay', 'move', 'restart'], proposed: 'move' },
  { name: 'ahead', choices: ['stay', 'move', 'restart'], proposed: 'stay' },
  { name: 'behind', choices: ['stay', 'move', 'restart'], proposed: 'stay' },
  { name: 'impossible', choices: ['stay'], proposed: 'stay' },
]

export type Choices = Readonly<Record<CensusClass, Choice>>

const proposals = Object.fromEntries(classes.map(({ name, proposed }) => [name, proposed])) as Choices

/** Individual choice for a document that differs from the choice of its class. */
interface SingleChoice {
  readonly of: CensusClass
  readonly choice: Choice
}

export type SingleChoices = ReadonlyMap<string, SingleChoice>

/** The choices for running documents, by class and individual. Choosing for a class resets its individual choices. */
export function useDecisions() {
  const [choices, setChoices] = useState(proposals)
  const [single, setSingle] = useState<SingleChoices>(new Map())
  const choose = (name: CensusClass, choice: Choice) => {
    setChoices({ ...choices, [name]: choice })
    setSingle(new Map([...single].filter(([, { of }]) => of !== name)))
  }
  const chooseSingle = (document: string, own: SingleChoice) => {
    const others = [...single].filter(([id]) => id !== document)
    setSingle(new Map(own.choice === choices[own.of] ? others : [...others, [document, own]]))
  }
  const reset = () => {
    setChoices(proposals)
    setSingle(new Map())
  }
  return { choices, single, choose, chooseSingle, reset }
}

interface RunningProps {
  readonly design: DesignView
  readonly draft: DraftView
  readonly census: UseQueryResult<Census>
  readonly decisions: ReturnType<typeof useDecisions>
}

/** The running documents by class, with the choices for each. */
export function Running({ census, ...props }: RunningProps) {
  const { t } = useDesignText()
  const counts = census.data?.counts
  const total = counts && Object.values(counts).reduce((sum, each) => sum + each, 0)
  return (
    <section aria-label={t('running')}>
      <SectionTitle {...(total !== undefined && { count: total })}
        action={<Button type="link" size="small" onClick={props.decisions.reset}>{t('proposals')}</Button>}
      >
        {t('running')}
      </SectionTitle>
      {census.isPending && <p role="status" className="oa-flow-quiet second">{t('counting')}</p>}
      {census.isError && <ErrorState error={census.error} onRetry={() => void census.refetch()} />}
      {census.data && <Classes {...props} {...census.data} />}
    </section>
  )
}

function Classes(
  { design, draft, counts, atInitiator, decisions }: Omit<RunningProps, 'census'> & Pick<Census, 'counts' | 'atInitiator'>,
) {
  const { t, any } = useDesignText()
  if (Object.values(counts).every((each) => each === 0)) return <p className="oa-flow-quiet second">{t('nothingRuns')}</p>
  return (
    <>
      <Bar counts={counts} text={t} />
      <ul className="oa-fd-census">
        {classes.filter(({ name }) => counts[name] > 0).map(({ name, choices: allowed }) => (
          <ClassRow key={name} name={name} count={counts[name]} atInitiator={atInitiator[name]} allowed={allowed}
            choice={decisions.choices[name]} single={decisions.single} form={design.key} draft={draft.id} any={any}
            onChoose={(choice) => decisions.choose(name, choice)} onSingle={decisions.chooseSingle} />
        ))}
      </ul>
      {design.movesMoney && <p className="oa-flow-quiet second">{t('movesNeedSecond')}</p>}
      <p className="oa-flow-quiet second">{t('movesKeep')}</p>
    </>
  )
}

/** The census of a draft, or the documents of one class. */
export const censusQuery = (http: ReturnType<typeof useHttp>, key: string, draft: string,
  part?: { readonly class: CensusClass; readonly current: number }) => ({
    queryKey: [designsKey, key, 'census', draft, part],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      http.query<Census>(`${designPath}/${key}/census`, { of: { draft }, size: part ? 20 : 1, ...part }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  })

function Bar({ counts, text: t }: { counts: Census['counts']; text: DesignText['t'] }) {
  return (
    <div className="oa-fd-bar flex gap-2 clip" role="img"
      aria-label={classes.map(({ name }) => `${t(`class.${name}`)} ${counts[name]}`).join(', ')}
    >
      {classes.map(({ name }) => counts[name] > 0 && <i key={name} data-class={name} style={{ flexGrow: counts[name] }} />)}
    </div>
  )
}

interface ClassRowProps {
  readonly name: CensusClass
  readonly count: number
  /** Documents of the class that wait at their initiators: no choice concerns them. */
  readonly atInitiator: number
  readonly allowed: readonly Choice[]
  readonly choice: Choice
  readonly single: SingleChoices
  readonly form: string
  readonly draft: string
  any(code: string, parameters?: Record<string, string | number>): string
  onChoose(choice: Choice): void
  onSingle(document: string, own: SingleChoice): void
}

/** A class of running documents with one choice for all of it; opened, each document with its own sentence. */
function ClassRow({ name, count, atInitiator, allowed, choice, single, form, draft, any, onChoose, onSingle }: ClassRowProps) {
  const { t } = useDesignText()
  const [isOpen, setIsOpen] = useState(false)
  const [current, setCurrent] = useState(1)
  const rows = useQuery({ ...censusQuery(useHttp(), form, draft, { class: name, current }), enabled: isOpen })
  useExistingPage({ current, size: 20, turn: setCurrent }, pageAnswer(rows))
  const options = (whole: boolean) =>
    allowed.map((each) => ({ value: each, label: t(`choice.${each}`), ...(whole && { title: t(`choiceHint.${each}`) }) }))
  return (
    <li>
      <div className="oa-fd-class middle grid">
        <Button type="text" size="small" aria-expanded={isOpen}
          aria-label={t(isOpen ? 'foldClass' : 'openClass', { name: t(`class.${name}`) })}
          icon={isOpen ? <DownOutlined /> : <RightOutlined />} onClick={() => setIsOpen(!isOpen)} />
        <i data-class={name} aria-hidden />
        <strong>{t(`class.${name}`)}</strong>
        <span className="num">{count}</span>
        <span className="oa-flow-quiet second">
          {t(`classHint.${name}`)}
          {atInitiator > 0 && <span className="block small">{t('ofThemAtInitiator', { count: atInitiator })}</span>}
        </span>
        {atInitiator < count && (
          <Segmented aria-label={t(`class.${name}`)} size="small" value={choice} options={options(true)} onChange={onChoose} />
        )}
      </div>
      {isOpen && rows.data && (
        <>
          <ul className="oa-fd-documents unlisted bare">
            {rows.data.records.map((row) => (
              <DocumentLine key={row.document} row={row} any={any} choice={single.get(row.document)?.choice ?? choice}
                options={row.isAtInitiator ? [] : options(false)} onChoose={(own) => onSingle(row.document, { of: name, choice: own })} />
            ))}
          </ul>
          {rows.data.total > 20 && (
            <Pagination size="small" current={current} pageSize={20} total={rows.data.total} showSizeChanger={false}
              onChange={setCurrent} />
          )}
        </>
      )}
    </li>
  )
}

/** Returns whether the same people are asked at the same steps, in either version. */
const isSamePlace = ({ now, after }: CensusRow): boolean => placeText(now) === placeText(after)

const placeText = (where: CensusRow['now']): string => JSON.stringify(where.map(({ node, people }) => [node, people.map(({ id }) => id)]))

function DocumentLine(
  { row, any, choice, options, onChoose }: { row: CensusRow; any: ClassRowProps['any']; choice: Choice;
    options: { value: Choice; label: string }[]; onChoose(choice: Choice): void },
) {
  const { t, label } = useDesignText()
  const steps = (where: CensusRow['now']) =>
    where.map((step) => (
      <span className="flex wrap" key={step.node}>{label(step)} {step.people.map((person) => <Person key={person.id} {...person} />)}</span>
    ))
  return (
    <li className="middle line-top grid">
      <span className="num">{row.number}</span>
      <span>
        {row.title || t('notReadable')}
        <span className="second block small">{any(row.sentence.code, row.sentence.parameters as Record<string, string | number>)}</span>
      </span>
      <span className="oa-fd-moves flex wrap small gap-2-8">
        {steps(row.now)}
        {row.after.length > 0 && !isSamePlace(row) && <>→ {steps(row.after)}</>}
      </span>
      {options.length > 1
        ? <Segmented aria-label={row.number} size="small" value={choice} options={options} onChange={onChoose} />
        : <span className="oa-flow-quiet second">{t(row.isAtInitiator ? 'whenResubmitted' : `choice.${choice}`)}</span>}
    </li>
  )
}
