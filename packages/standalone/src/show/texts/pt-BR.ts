import type { ShowTexts } from './show-texts.ts'

export const showTexts: ShowTexts = {
  news: [
    {
      title: 'Bem-vindo ao Helioport',
      body: 'Suas usinas enviam dados a cada cinco minutos. O painel mostra o que precisa de você; cada alarme diz a causa, o que fazer e quanto custa.\n\nOs manuais dos seus inversores estão em Downloads.',
    },
    {
      title: 'A varredura IV encontra o que a curva do dia esconde',
      body: 'Uma varredura IV mede a curva de cada string em cerca de dez minutos. Os melhores resultados vêm acima de 500 W/m² com céu estável. A string que difere das vizinhas é indicada, com o que ela perde.',
    },
    {
      title: 'O compartilhamento termina no dia que você escolher',
      body: 'Dê ao instalador os direitos de que ele precisa, até o dia que você indicar. Ambos podem ser alterados a qualquer momento; o que foi feito fica no registro de operações.',
    },
  ],
  film: {
    title: 'Um dia no telhado (filme)',
    body: 'Doze segundos do nascer ao pôr do sol, com a potência que vem dele.',
  },
  manual: {
    title: (model) => `Manual do inversor ${model}`,
    about: 'Este manual pertence a um inversor virtual. O que ele diz dos alarmes é o que o portal diz deles.',
    ratings: 'Dados nominais',
    ratedPower: 'Potência nominal',
    trackers: 'Rastreadores MPP',
    strings: 'Strings',
    powerFactor: 'Fator de potência fixo',
    ivScan: 'Varredura IV',
    yes: 'sim',
    no: 'não',
    safety: 'Segurança',
    safetyText: [
      'O trabalho no lado CC é para eletricistas. As strings têm tensão enquanto houver luz.',
      'Desligue primeiro a CA, depois a CC; espere dez minutos antes de abrir a tampa.',
    ],
    start: 'Partida',
    startText: [
      'Feche a chave CC, depois o disjuntor CA.',
      'O inversor mede a rede por um a cinco minutos antes de injetar.',
      'Digite o número de série no portal; os primeiros valores chegam em cinco minutos.',
    ],
    care: 'Cuidados',
    careText: ['Limpe as entradas de ar duas vezes por ano.', 'Verifique prensa-cabos e conectores uma vez por ano.'],
    codes: 'Códigos de alarme',
    cause: 'Causa',
    remedy: 'O que fazer',
  },
}
