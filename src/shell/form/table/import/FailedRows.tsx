import { Modal } from 'antd'
import type { TableRows } from '#kernel/import-answer.ts'
import { ImportResult } from '#shell/background-tasks/ImportResult.tsx'
import { useFormText } from '#shell/form/text.ts'
import '#shell/background-tasks/background-tasks.css'

/** The rows of a workbook, or of what was pasted, that were not taken, each with its reasons. */
export function FailedRows({ answer, onClose }: { answer: TableRows | undefined; onClose(): void }) {
  const { t } = useFormText()
  return (
    <Modal open={answer !== undefined} width={560} title={t('rowsWrong')} footer={null} onCancel={onClose}>
      {answer && (
        <ImportResult
          answer={{ ...answer, importId: '', success: answer.total - answer.failed, added: 0, changed: 0, unchanged: 0, cancelled: false }}
        />
      )}
    </Modal>
  )
}
