import { Modal } from 'antd'
import { StartTiles } from '../home/StartTiles.tsx'
import { useText } from '../text.tsx'

interface NewRequestDialogProps {
  onClose(): void
}

/** A dialog with the forms that the user may start. */
export function NewRequestDialog({ onClose }: NewRequestDialogProps) {
  const { t } = useText()
  return (
    <Modal open className="oa-fitting" title={t('shell.newRequest')} width={820} footer={null} onCancel={onClose}
      afterOpenChange={focusSearch} destroyOnHidden
    >
      <StartTiles onStart={onClose} />
    </Modal>
  )
}

/** Focuses the search field. */
const focusSearch = (isOpen: boolean) => isOpen && document.querySelector<HTMLElement>('[role=dialog] input[type=search]')?.focus()
