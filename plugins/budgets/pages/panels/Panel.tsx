import { CloseOutlined } from '@ant-design/icons'
import { Button, Drawer } from 'antd'
import { useEffect, useRef, type ReactNode } from 'react'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { useBudgetText } from '../text.ts'

interface PanelProps {
  readonly title: string
  readonly note?: string
  readonly actions?: ReactNode
  readonly head?: ReactNode
  readonly foot?: ReactNode
  readonly children: ReactNode
  onClose(): void
}

/** Side panel next to the grid; on phones a bottom drawer. */
export function Panel({ title, note, actions, head, foot, children, onClose }: PanelProps) {
  const { t } = useBudgetText()
  const isMobile = useIsMobile()
  const content = (
    <>
      <div className="oa-panel-title">
        <div>
          <h2>{title}</h2>
          {note && <p>{note}</p>}
        </div>
        {actions}
        <Button type="text" icon={<CloseOutlined aria-hidden />} aria-label={t('close')} data-tip={t('close')} onClick={onClose} />
      </div>
      {head}
      <div className="oa-panel-body">{children}</div>
      {foot && <div className="oa-panel-foot">{foot}</div>}
    </>
  )
  if (isMobile)
    return (
      <Drawer open placement="bottom" height="82%" closable={false} onClose={onClose} rootClassName="oa-panel-sheet" aria-label={title}>
        {content}
      </Drawer>
    )
  return <Docked name={title} onClose={onClose}>{content}</Docked>
}

/** Takes the focus on opening and restores it on closing; Escape closes. */
function Docked({ name, onClose, children }: { name: string; onClose(): void; children: ReactNode }) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    const [before, panel] = [document.activeElement, box.current]
    return () => {
      const isInside = document.activeElement === document.body || panel?.contains(document.activeElement)
      if (isInside && before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])
  return (
    <aside ref={box} className="oa-panel" aria-label={name} onKeyDown={({ key, target }) => {
      if (key === 'Escape' && !(target instanceof Element && target.closest('input, textarea, .ant-select'))) onClose()
    }}>
      {children}
    </aside>
  )
}
