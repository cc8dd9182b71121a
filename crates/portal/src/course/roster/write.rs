//! Writes the roster with the columns it was read with.

use super::{Team, TeamRoster, read::Column};

impl TeamRoster {
    /// The roster as a CSV file. It contains secrets: only its owner may read it.
    pub fn to_csv(&self) -> String {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let mut write = |fields: Vec<String>| writer.write_record(fields).expect("equal lengths");
        write(self.columns.iter().map(|column| column.name().to_owned()).collect());
        for team in &self.pairs {
            write(self.columns.iter().map(|column| field(team, *column)).collect());
        }
        let bytes = writer.into_inner().expect("memory takes all");
        String::from_utf8(bytes).expect("fields are text")
    }
}

fn field(team: &Team, column: Column) -> String {
    match column {
        Column::Group => team.group.to_string(),
        Column::Pair => team.id.pair.to_string(),
        Column::Key => team.key.as_ref().map_or_else(String::new, |key| key.secret().to_owned()),
        Column::Names => team.names.clone(),
        Column::Email => team.email.clone(),
        Column::Language => team.language.map_or_else(String::new, |language| language.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use crate::course::roster::TeamRoster;

    #[test]
    fn new_keys_are_added_and_old_ones_stay() {
        let text = "pair,group,names\n2,2314,\"Ana, Luis\"\n7,2301,Eva\n";
        let mut register = TeamRoster::read(text.as_bytes()).expect("a register");
        let mut byte = 0u8;
        let mut random = || {
            byte = byte.wrapping_mul(5).wrapping_add(3);
            byte
        };
        assert_eq!(register.draw_keys(&[2301], &mut random).len(), 1);
        let first = register.pairs()[1].key.clone().expect("a key");
        assert!(register.pairs()[0].key.is_none());
        assert_eq!(register.draw_keys(&[], &mut random).len(), 1);
        assert_eq!(register.draw_keys(&[], &mut random).len(), 0);
        assert_eq!(register.pairs()[1].key.as_ref(), Some(&first));
        let written = register.to_csv();
        assert!(written.starts_with("pair,group,names,key\n2,2314,\"Ana, Luis\","), "{written}");
        let again = TeamRoster::read(written.as_bytes()).expect("what we wrote");
        assert_eq!(again.pairs(), register.pairs());
    }
}
