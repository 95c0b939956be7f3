export default {
  'attachments.unsupported': '不支持的文件类型！',
  'attachments.tooLarge': '文件大小不能超过{limit}M',
  'attachments.otherContent': '文件内容与扩展名 {type} 不符',
  'attachments.noFile': '请先选择附件',
  'attachments.missing': '附件不存在',
  'attachments.notDeletable': '该附件不允许删除',
}
