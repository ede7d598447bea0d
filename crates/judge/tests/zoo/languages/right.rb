gets.to_i.times { puts 1 }
