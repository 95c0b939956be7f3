import type cn from './cn.ts'

export default {
  'attachments.unsupported': 'Unsupported file type!',
  'attachments.tooLarge': 'The file size cannot exceed {limit}M',
  'attachments.otherContent': 'The content of the file is not what the extension {type} says',
  'attachments.encrypted': 'The file is encrypted, please decrypt it first',
  'attachments.noFile': 'Select Attachment First',
  'attachments.missing': 'The attachment does not exist',
  'attachments.gone': 'The file is no longer in the store; ask the administrator to restore it, or upload it again',
  'attachments.damaged': 'The file is damaged; ask the administrator to restore it, or upload it again',
  'attachments.othersFiles': 'Some selected files were uploaded by others and cannot be deleted in batch',
  'attachments.othersStay': 'Files uploaded by others cannot be removed',
  'attachments.tooMuch': 'The selected files are {size}; at most {limit} go into one archive',
  'attachments.notDeletable': 'This attachment cannot be deleted',
} satisfies Record<keyof typeof cn, string>
