export default {
  'attachments.unsupported': '不支持的文件类型！{file}不在可以上传的类型中：{types}',
  'attachments.tooLarge': '文件大小不能超过{limit}M',
  'attachments.otherContent': '文件内容与扩展名 {type} 不符',
  'attachments.encrypted': '文件已加密，请先解密后上传',
  'attachments.noFile': '请先选择附件',
  'attachments.missing': '附件不存在',
  'attachments.gone': '附件文件已丢失，请联系管理员恢复或重新上传',
  'attachments.damaged': '附件文件已损坏，请联系管理员恢复或重新上传',
  'attachments.othersFiles': '所选文件包含他人上传的文件，不能批量删除',
  'attachments.othersStay': '他人上传的文件不能删除',
  'attachments.tooMuch': '所选文件共 {size}，一次最多打包 {limit}',
  'attachments.notDeletable': '该附件不允许删除',
}
