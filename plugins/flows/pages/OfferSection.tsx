import { Button } from 'antd'
import type { Starters } from '#kernel/flow/starters.ts'
import type { FlowDifference, FlowOffer, FlowView } from '#kernel/flow/flow-version.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { useDialogs } from '#shell/dialogs/dialogs-context.tsx'
import { Pill } from '#shell/parts/StatePill.tsx'
import { flowKey, path } from './flows.ts'
import { useFlowText } from './text.ts'
import { attributeText, type DirectoryNames, namesOf, startersText, valueText } from './values.ts'

type OfferChoice = 'adopt' | 'keep' | 'merge'

const words = {
  adopt: { ask: 'adoptAsk', text: 'adoptText', ok: 'adopt', done: 'adopted' },
  keep: { ask: 'keepAsk', text: 'keepText', ok: 'keep', done: 'kept' },
  merge: { ask: 'mergeAsk', text: 'mergeText', ok: 'merge', done: 'merged' },
} as const

/** Asks before a decision about the shipped version, then sends it. */
function useDecision({ key, current, shipped }: FlowView) {
  const { t } = useFlowText()
  const dialogs = useDialogs()
  const { run, isPending, problems } = useCommand({ touches: [[flowKey]] })
  const decide = async (choice: OfferChoice) => {
    const { ask, text, ok, done } = words[choice]
    const { confirm } = await dialogs()
    confirm({ title: t(ask), content: t(text), okText: t(ok), cancelText: t('cancel'),
      onOk: () =>
        run((http) => http.post(`${path}/${key}/shipped`, { current, shipped, choice }, { quiet: true }), {
          success: t(done),
        }) })
  }
  return { decide, isPending, problem: Object.values(problems).join(' ') }
}

/** Goes back to what is shipped, where nothing waits. */
export function RestoreButton({ flow }: { flow: FlowView }) {
  const { t } = useFlowText()
  const { decide, isPending, problem } = useDecision(flow)
  return (
    <>
      {problem !== '' && <span role="alert" className="oa-flow-problem">{problem}</span>}
      <Button size="small" loading={isPending} onClick={() => void decide('adopt')}>{t('restore')}</Button>
    </>
  )
}

/** A shipped version that waits: what differs, who changed it, and the choices. */
export function OfferSection({ flow, offer: { version, base, differences, owners } }: { flow: FlowView; offer: FlowOffer }) {
  const { t } = useFlowText()
  const { decide, isPending, problem } = useDecision(flow)
  const conflicts = differences.filter(({ isConflict }) => isConflict).length
  return (
    <section className="oa-flow-offer">
      <h2>{t('offerTitle', { version })}</h2>
      <p>{t('offerText', { base })}</p>
      <div className="oa-flow-scroll">
        <table className="oa-flows is-stacked">
          <thead>
            <tr>
              <th scope="col">{t('part')}</th>
              <th scope="col">{t('base', { version: base })}</th>
              <th scope="col">{t('shipped')}</th>
              <th scope="col">{t('own')}</th>
              <th scope="col">{t('changedBy')}</th>
            </tr>
          </thead>
          <tbody>
            {differences.map((difference) => (
              <Difference key={`${difference.node?.id ?? ''} ${difference.attribute}`} difference={difference} version={base}
                names={{ names: namesOf(flow), owners }} />
            ))}
          </tbody>
        </table>
      </div>
      {conflicts > 0 && <p className="oa-flow-conflicts">{t('conflictText', { count: conflicts })}</p>}
      {problem !== '' && <p role="alert" className="oa-flow-conflicts">{problem}</p>}
      <div className="oa-flow-choices">
        {conflicts === 0 && <Button type="primary" loading={isPending} onClick={() => void decide('merge')}>{t('merge')}</Button>}
        <Button disabled={isPending} onClick={() => void decide('adopt')}>{t('adopt')}</Button>
        <Button disabled={isPending} onClick={() => void decide('keep')}>{t('keep')}</Button>
      </div>
    </section>
  )
}

function Difference(
  { difference: { node, attribute, base, shipped, own, changedBy, isConflict }, version, names }: { difference: FlowDifference;
    version: number; names: OfferNames },
) {
  const text = useFlowText()
  const { t, label } = text
  const value = (held: unknown, isChanged: boolean) => (attribute === 'structure'
    ? (isChanged ? t('changed') : '—')
    : <Value attribute={attribute} held={held} names={names} />)
  return (
    <tr className={isConflict ? 'is-conflict' : undefined}>
      <th scope="row">
        {node && <span className="oa-flow-step">{label(node)}</span>}
        {attributeText(attribute, text)}
      </th>
      <td data-label={t('base', { version })}>{value(base, false)}</td>
      <td data-label={t('shipped')} className={changedBy === 'company' ? undefined : 'is-changed'}>
        {value(shipped, changedBy !== 'company')}
      </td>
      <td data-label={t('own')} className={changedBy === 'product' ? undefined : 'is-changed'}>{value(own, changedBy !== 'product')}</td>
      <td data-label={t('changedBy')} className="is-whole">{isConflict ? <Pill tone="red">{t('conflict')}</Pill> : t(changedBy)}</td>
    </tr>
  )
}

interface OfferNames extends Pick<FlowOffer, 'owners'> {
  readonly names: DirectoryNames
}

function Value({ attribute, held, names: { names, owners } }: { attribute: string; held: unknown; names: OfferNames }) {
  const text = useFlowText()
  const words = attribute === 'starters'
    ? startersText(held as Starters | undefined, names, text)
    : valueText(attribute, held, text, owners)
  return attribute === 'when' && held !== undefined ? <code>{words}</code> : words
}
