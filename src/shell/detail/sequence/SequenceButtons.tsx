import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useKeys } from '#shell/keys.ts'
import { useTab } from '#shell/tabs/tabs-context.ts'
import { useSequenceText } from './text.ts'
import { usePosition, useVisit } from './sequence-context.tsx'
import './sequence.css'

/**
 * The position of the document in its list, and the ways to its neighbours, which take its place in the tab; `otherwise` for one that was
 * not opened from a list.
 */
export function SequenceButtons({ procInstId, otherwise = null }: { procInstId: string; otherwise?: ReactNode }) {
  const { t } = useSequenceText()
  const { replace } = useTab()
  const position = usePosition(procInstId)
  useVisit(procInstId)
  const go = (address: string | undefined) => address !== undefined && replace(address)
  useKeys({ j: () => go(position?.next), k: () => go(position?.previous) })
  if (!position) return otherwise
  const { number, total, previous, next } = position
  return (
    <nav className="oa-sequence" aria-label={t('name')}>
      <span className="num">{t('position', { number, total })}</span>
      <Button type="text" size="small" icon={<UpOutlined />} disabled={!previous} aria-label={t('previous')} aria-keyshortcuts="K"
        data-tip={`${t('previous')} K`} onClick={() => go(previous)} />
      <Button type="text" size="small" icon={<DownOutlined />} disabled={!next} aria-label={t('next')} aria-keyshortcuts="J"
        data-tip={`${t('next')} J`} onClick={() => go(next)} />
    </nav>
  )
}
