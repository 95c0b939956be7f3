import { Drawer } from 'antd'
import type { ReactNode } from 'react'
import { useFormText } from '../texts.ts'

interface PathDrawerProps {
  readonly isOpen: boolean
  readonly children: ReactNode
  onClose(): void
}

/** The approver preview in a drawer, for narrow windows. */
export function PathDrawer({ isOpen, children, onClose }: PathDrawerProps) {
  const { t } = useFormText()
  return <Drawer rootClassName="oa-path-drawer" open={isOpen} title={t('path')} width={360} onClose={onClose}>{children}</Drawer>
}
