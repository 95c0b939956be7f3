import { Checkbox } from 'antd'
import { useState, type ReactNode } from 'react'
import { useBackend } from '#shell/backend.ts'
import { storedName } from '../references/use-references.ts'
import { useFieldText } from '../text.ts'
import type { ReferenceCandidate } from '../types.ts'

/** Files ticked among several, for what is done with them together. */
export function useTicked(ids: readonly string[], records: readonly (ReferenceCandidate | undefined)[]) {
  const { t } = useFieldText()
  const { reactions } = useBackend()
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const ticked = ids.filter((id) => marked.has(id))
  const toggle = (id: string) => setMarked(new Set(marked.has(id) ? ticked.filter((each) => each !== id) : [...ticked, id]))
  return {
    ticked,
    /** In front of a file, where there are several. */
    tick: (id: string, index: number): ReactNode =>
      ids.length > 1 && <Checkbox checked={marked.has(id)} aria-label={storedName(records[index], id)} onChange={() => toggle(id)} />,
    all: (
      <Checkbox checked={ticked.length === ids.length} indeterminate={ticked.length > 0 && ticked.length < ids.length}
        onChange={() => setMarked(new Set(ticked.length === ids.length ? [] : ids))}
      >
        {t('tickAll')}
      </Checkbox>
    ),
    /** Does something with what is ticked, or says that nothing is. */
    withTicked:
      (work: (ids: readonly string[]) => void) =>
      () => (ticked.length > 0 ? work(ticked) : reactions.notify({ kind: 'warning', text: t('tickFirst') })),
  }
}
