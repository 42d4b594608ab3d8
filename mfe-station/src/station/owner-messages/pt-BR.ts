import type { OwnerMessages } from './en-US.ts'

const ptBR: Partial<OwnerMessages> = {
  'title.add': 'Adicionar usina',
  'title.edit': 'Editar usina',
  'title.editName': 'Editar {{name}}',
  'back.list': 'Todas as usinas',
  'back.station': 'Voltar à usina',
  'action.add': 'Adicionar usina',
  'action.save': 'Salvar alterações',
  'section.basic': 'A usina',
  'section.place': 'Local',
  'section.devices': 'Dispositivos',
  'section.rates': 'Tarifa',
  'section.pictures': 'Imagem, logotipo e vídeo',
  'field.name': 'Nome',
  'field.installedOn': 'Instalada em',
  'field.capacity': 'Capacidade',
  'field.description': 'Descrição',
  'field.latitude': 'Latitude',
  'field.longitude': 'Longitude',
  'field.timeZone': 'Fuso horário',
  'field.address': 'Endereço',
  'field.currency': 'Moeda',
}

export default ptBR
