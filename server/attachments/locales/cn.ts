export default {
  'attachments.unsupported': '不支持的文件类型！',
  'attachments.tooLarge': '文件大小不能超过200M',
  'attachments.noFile': '请先选择附件',
  'attachments.missing': '附件不存在',
  'attachments.notDeletable': '该附件不允许删除',
}
