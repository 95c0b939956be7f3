import { Modal } from 'antd'
import { StartTiles } from '../home/StartTiles.tsx'
import { useText } from '../text.tsx'

/** The processes that the person may start, from anywhere. */
export function NewRequestDialog({ onClose }: { onClose(): void }) {
  const { t } = useText()
  return (
    <Modal open title={t('shell.newRequest')} width={820} footer={null} onCancel={onClose} afterOpenChange={focusSearch} destroyOnHidden>
      <StartTiles onStart={onClose} />
    </Modal>
  )
}

/** Typing finds a process at once. */
const focusSearch = (isOpen: boolean) => isOpen && document.querySelector<HTMLElement>('[role=dialog] input[type=search]')?.focus()
