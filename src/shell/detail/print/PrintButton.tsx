import { PrinterOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { useState } from 'react'
import { useStore } from '#shell/form/store/use-store.ts'
import type { FiledDocument } from '../document.ts'
import { PrintDialog } from './PrintDialog.tsx'
import { usePrintText } from './text.ts'

/** Puts the document on paper, where its type has a print. */
export function PrintButton({ document }: { document: FiledDocument }) {
  const { form } = useStore()
  const { t } = usePrintText()
  const [isOpen, setIsOpen] = useState(false)
  if (form.print === false) return null
  return (
    <>
      <Tooltip title={t('print')}><Button type="text" size="small" icon={<PrinterOutlined />} aria-label={t('print')} onClick={() => setIsOpen(true)} /></Tooltip>
      {isOpen && <PrintDialog document={document} onClose={() => setIsOpen(false)} />}
    </>
  )
}
