import { useQuery } from '@tanstack/react-query'
import { Drawer, Select } from 'antd'
import { useState } from 'react'
import type { Block, Flow } from '#kernel/flow.ts'
import { ruleOf } from '#kernel/flow/flow-nodes.ts'
import { useHttp } from '#shell/backend.ts'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { Pill } from '#shell/parts/StatePill.tsx'
import type { DesignView } from '../../wire.ts'
import { versionQuery } from './calls.ts'
import { Canvas } from './drawing/Canvas.tsx'
import { type Difference, differencesOf } from './wording/compare.ts'
import { blockOf, isFork, placeOf } from './drawing/tree.ts'
import { attributeName, attributeWords, conditionText, type Naming, ruleWords } from './wording/words.ts'

interface CompareProps {
  readonly design: DesignView
  readonly flow: Flow
  readonly mark: string
  /** Hash of the version that is compared with first. */
  readonly base: string
  readonly naming: Naming
  onClose(): void
}

/** Two versions side by side, with their differences in words. */
export function CompareDrawer({ design, flow, mark, base, naming, onClose }: CompareProps) {
  const { t } = naming.text
  const isMobile = useIsMobile()
  const [hash, setHash] = useState(base)
  const { data: other } = useQuery(versionQuery(useHttp(), design.key, hash))
  const differences = other && differencesOf(other.flow, flow)
  const changed = changedBlocks(differences ?? [])
  const names = { ...naming, names: { ...other?.names, ...naming.names } }
  return (
    <Drawer open title={t('compareTitle', { mark })} width={isMobile ? '100%' : 'min(1200px, 92vw)'} onClose={onClose}
      extra={
        <Select aria-label={t('compareWith')} value={hash}
          options={design.versions.map((version) => ({ value: version.hash, label: t('versionNo', {
            version: version.version,
          }) }))} onChange={setHash} />
      }
    >
      {differences && other && (
        <>
          <Differences differences={differences} before={other.flow} after={flow} naming={names} />
          {!isMobile && (
            <div className="oa-fd-both grid">
              <Canvas flow={other.flow} naming={names} changed={changed} name={t('versionNo', { version: numberOf(design, hash) })}
                zoom={0.8} />
              <Canvas flow={flow} naming={names} changed={changed} name={mark} zoom={0.8} />
            </div>
          )}
        </>
      )}
    </Drawer>
  )
}

/** The number of a version; 0 for one that is not listed. */
const numberOf = ({ versions }: DesignView, hash: string): number => versions.find((each) => each.hash === hash)?.version ?? 0

const changedBlocks = (differences: readonly Difference[]): ReadonlySet<string> =>
  new Set(differences.flatMap(({ block }) => (block ? [block.id] : [])))

const tones = { added: 'teal', removed: 'red', moved: 'grey', changed: 'accent' } as const

/** The differences of two flows in words, the old beside the new. */
export function Differences(
  { differences, before, after, naming }: { differences: readonly Difference[]; before: Flow; after: Flow; naming: Naming },
) {
  const { t, label } = naming.text
  if (differences.length === 0) return <p className="oa-flow-quiet second">{t('noDifference')}</p>
  const words = ({ attribute }: Difference, value: unknown, flow: Flow) =>
    attributeWords(attribute === 'branch' ? 'when' : attribute, value, naming, flow)
  return (
    <ul className="oa-fd-differences">
      {differences.map((difference, at) => {
        const { kind, block, attribute } = difference
        return (
          <li className="baseline flex wrap" key={at}>
            <Pill tone={tones[kind]}>{t(`difference.${kind}`)}</Pill>
            <strong>{block ? (isFork(block) ? t(`block.${block.block}`) : label(block)) : t('settings')}</strong>
            <Place difference={difference} before={before} after={after} naming={naming} />
            {kind === 'changed' && (
              <span>
                {attributeName(attribute, naming.text)}
                {t('colon')}
                <del className="third">{words(difference, difference.before, before)}</del> →{' '}
                <ins className="accent">{words(difference, difference.after, after)}</ins>
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** A step that came, went or was moved: whom it asks, and when. */
function Place({ difference: { kind, block }, before, after, naming }: {
  readonly difference: Difference
  readonly before: Flow
  readonly after: Flow
  readonly naming: Naming
}) {
  if (!block || kind === 'changed') return null
  if (kind === 'moved') return <span>{placeWords(block, after, naming)}</span>
  return kind === 'added'
    ? <span>{blockWords(block, after, naming)}</span>
    : <span className="third">{blockWords(block, before, naming)}</span>
}

/** The people of a step and the condition under which it runs, or the conditions of branches. */
function blockWords(block: Block, flow: Flow, naming: Naming): string {
  const { t } = naming.text
  if (isFork(block))
    return block.block === 'parallel'
      ? ''
      : block.branches.map(({ when }) => conditionText(when, naming)).join(t('listed'))
  const rule = ruleWords(ruleOf(block), naming, flow)
  const when = block.when ?? conditionAround(block, flow)
  return when === undefined ? rule : `${rule} · ${t('onlyIf', { condition: conditionText(when, naming) })}`
}

/** The branch that a block stands in now. */
function placeWords(block: Block, flow: Flow, naming: Naming): string {
  const when = conditionAround(block, flow)
  return when === undefined ? '' : naming.text.t('onlyIf', { condition: conditionText(when, naming) })
}

/** The condition of the branch that a block stands in; that of the default branch is that no other holds. */
function conditionAround({ id }: Block, flow: Flow): string | undefined {
  const place = placeOf(flow, id)
  const fork = blockOf(flow, place?.fork ?? '')
  if (!place || !fork || !('otherwise' in fork)) return undefined
  const whens = fork.branches.map(({ when }) => when)
  return whens[place.branch] ?? `not(${whens.join(' or ')})`
}
