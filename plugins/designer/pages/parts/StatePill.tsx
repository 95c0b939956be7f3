import { Pill } from '#shell/parts/StatePill.tsx'
import type { FormDesign } from '../../wire.ts'
import { useDesignerText } from '../texts.ts'

type DesignStatus = Pick<FormDesign, 'state' | 'version' | 'isChanged' | 'last'>

/** The state of a design: the next version number while the draft differs from the version in force. */
export function StatePill({ design: { state, version, isChanged, last } }: { design: DesignStatus }) {
  const { t } = useDesignerText()
  if (state === 'stopped') return <Pill tone="orange">{t('state.stopped')}</Pill>
  if (version === null || isChanged) return <Pill tone="grey">{t('draftNo', { version: last + 1 })}</Pill>
  return <Pill tone="teal">{t('stateVersion', { state: t('state.published'), version })}</Pill>
}
