import { PaperClipOutlined, SendOutlined, UserAddOutlined } from '@ant-design/icons'
import { Button, Mentions } from 'antd'
import type { MentionsRef } from 'antd/es/mentions'
import { lazy, Suspense, useState, type RefObject } from 'react'
import { AttachmentInput } from '#fields/files/renderer.tsx'
import type { ActionContext } from '../actions/action-context.ts'
import { useDetailText } from '../texts.ts'
import { useComment } from './use-comment.ts'
import { useFound } from './use-found.ts'

const MentionDialog = lazy(async () => ({ default: (await import('./MentionDialog.tsx')).MentionDialog }))

const files = { kind: 'attachment', cn: '评论附件', en: 'Files of the comment', max: 100 } as const

interface CommentBoxProps {
  readonly context: ActionContext
  readonly box: RefObject<MentionsRef | null>
}

/** The comment input at the bottom of the rail, with mentions (@, or the address book) and files. */
export function CommentBox({ context, box }: CommentBoxProps) {
  const { t, label } = useDetailText()
  const comment = useComment(context)
  const { text, problem, mentioned } = comment
  const [search, setSearch] = useState<string>()
  const options = useColleagues(search)
  const [isChoosing, setIsChoosing] = useState(false)
  const [hasFiles, setHasFiles] = useState(false)
  const wrong = problem === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': 'oa-comment-problem' }

  return (
    <div className="oa-comment at-end line-top flex rigid wrap gap-6">
      {(hasFiles || comment.files.length > 0) && (
        <div className="oa-comment-files">
          <AttachmentInput id="oa-comment-files" field={files} value={comment.files} context={{}} variant="borderless"
            aria-label={label(files)} onChange={(ids) => comment.setFiles(ids as string[])} onSending={comment.setIsUploading} />
        </div>
      )}
      <Mentions
        ref={box}
        value={text}
        autoSize={{ minRows: 1, maxRows: 6 }}
        placeholder={t('writeComment')}
        aria-label={t('writeComment')}
        placement="top"
        maxLength={8000}
        options={options ?? []}
        filterOption={false}
        loading={options === undefined}
        notFoundContent={t('nobodyFound')}
        onSearch={setSearch}
        onChange={comment.setText}
        onSelect={({ key, value }) => comment.mention([{ id: String(key), shown: String(value) }])}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void comment.send()
        }}
        {...wrong}
      />
      <span className="flex">
        <Button type="text" icon={<UserAddOutlined />} aria-label={t('mention')} data-tip={t('mention')}
          onClick={() => setIsChoosing(true)} />
        <Button type="text" icon={<PaperClipOutlined />} aria-label={t('attach')} data-tip={t('attach')} aria-expanded={hasFiles}
          onClick={() => setHasFiles(!hasFiles)} />
        <Button type="text" icon={<SendOutlined />} loading={comment.isSending} aria-label={t('send')} data-tip={t('send')}
          onClick={() => void comment.send().then((isSent) => isSent && setHasFiles(false))} />
      </span>
      {problem && <p id="oa-comment-problem" className="oa-field-problem" role="alert">{problem}</p>}
      {isChoosing && (
        <Suspense>
          <MentionDialog chosen={mentioned} onClose={() => setIsChoosing(false)} onChoose={(people) => {
            comment.write(people)
            requestAnimationFrame(() => box.current?.focus())
          }} />
        </Suspense>
      )}
    </div>
  )
}

/** Colleagues found by the text typed after @, with their departments. */
function useColleagues(search: string | undefined) {
  const { name } = useDetailText()
  const found = useFound(search)
  return found?.map((person) => ({
    key: person.id,
    value: name(person.name),
    label: (
      <span className="row gap-8">
        <span className="cut">{name(person.name)}</span>
        <span className="cut muted small aside">{name(person.mainDepartment?.name)}</span>
      </span>
    ),
  }))
}
