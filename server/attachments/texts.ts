import { bilingual } from '#kernel/wording/label.ts'

export const { cn, en } = bilingual({
  'attachments.unsupported': { cn: '不支持的文件类型！{file}不在可以上传的类型中：{types}',
    en: 'Unsupported file type! {file} is not one of these: {types}' },
  'attachments.tooLarge': { cn: '文件大小不能超过{limit}M', en: 'The file size cannot exceed {limit}M' },
  'attachments.otherContent': { cn: '文件内容与扩展名 {type} 不符', en: 'The file’s content doesn’t match its extension {type}' },
  'attachments.encrypted': { cn: '文件已加密，请先解密后上传', en: 'The file is encrypted. Decrypt it before uploading' },
  'attachments.noFile': { cn: '请先选择附件', en: 'Select Attachment First' },
  'attachments.missing': { cn: '附件不存在', en: 'This attachment doesn’t exist' },
  'attachments.gone': { cn: '附件文件已丢失，请联系管理员恢复或重新上传',
    en: 'The file is no longer stored. Ask the administrator to restore it, or upload it again' },
  'attachments.damaged': { cn: '附件文件已损坏，请联系管理员恢复或重新上传',
    en: 'The file is damaged. Ask the administrator to restore it, or upload it again' },
  'attachments.othersFiles': { cn: '所选文件包含他人上传的文件，不能批量删除',
    en: 'Some selected files were uploaded by others and cannot be deleted in batch' },
  'attachments.othersStay': { cn: '他人上传的文件不能删除', en: 'Files uploaded by others cannot be removed' },
  'attachments.tooMuch': { cn: '所选文件共 {size}，一次最多打包 {limit}',
    en: 'The selected files total {size}; one download can hold {limit}' },
  'attachments.notDeletable': { cn: '该附件不允许删除', en: 'This attachment cannot be deleted' },
})
