export default {
  'templates.enabledTwice': '该类型、公司和语言已有启用的模板，请先停用它',
  'templates.noForm': '没有这种单据类型，或它没有打印格式',
  'templates.notDocx': '请上传 .docx 文件',
  'templates.noFile': '请选择文件',
  'templates.wrong': '模板有 {count} 处需要修改，没有保存',
  'templates.sealPicture': '请选择 PNG 或 JPG 图片',
  'templates.sealSize': '图片的宽和高不能超过 2000 像素',
  'templates.titleBlank': '标题中不能有花括号',
  'templates.unknownBlank': '没有 {blank:raw}，可用：{allowed:raw}',
  'templates.noVersion': '没有这个版本',
  'templates.sameVersion': '这已经是当前版本',
}
